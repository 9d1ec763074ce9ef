"""Each output format as its readers read it: validate.py PROGRAM CACHE [FOLDER LEVEL], see the script validate.

With a folder, what is said of that instead of the sample, from a level up.
"""

import codecs
import functools
import json
import re
import sys
import tempfile
import urllib.parse
from pathlib import Path

import jsonschema
import junitparser
from lxml import etree
from sarif import loader

from checks import SAMPLE, check, finish, run, skip

PROGRAM, CACHE = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
FOLDER, LEVEL = (Path(sys.argv[3]).resolve(), ("--level", sys.argv[4])) if len(sys.argv) > 3 else (SAMPLE, ())
ODD_ARGUMENTS = (("games/clean.pgn",), ("missing.pgn",), ("nothing-*.pgn",), ("--select", "nonsense"), ("--level", "warning"))


def report(output_format, *arguments):
    done = run([PROGRAM, "check", "--quiet", "--output-format", output_format, *(arguments or LEVEL)], FOLDER)
    check(done.returncode in (0, 1) or arguments, output_format, "exit", done.returncode, done.stderr)
    return done.stdout


def reports(output_format):
    """What is printed of the folder; and, in the sample, where something else is asked for, too."""
    return [report(output_format, *arguments) for arguments in ((), *(ODD_ARGUMENTS if FOLDER == SAMPLE else ()))]


@functools.cache
def raw(path):
    return (FOLDER / path).read_bytes()


@functools.cache
def encoding_of(path):
    if raw(path)[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return "utf-16-le" if raw(path)[:2] == codecs.BOM_UTF16_LE else "utf-16-be"
    try:
        raw(path).decode()
        return "utf-8"
    except UnicodeDecodeError:
        return "windows-1252"


def bytes_between(path, start, end):
    """As they are read: without the byte order mark of the file, each line ended by LF."""
    decoded = raw(path)[start:end].decode(encoding_of(path), "surrogateescape" if encoding_of(path) == "windows-1252" else "strict")
    return re.sub("\r\n|\r", "\n", decoded.removeprefix("\ufeff") if start == 0 else decoded)


@functools.cache
def lines_of(path):
    return bytes_between(path, 0, None).split("\n")


def between(lines, start, end):
    """The text from one place to another: lines and columns from 1, the end exclusive."""
    (first, column), (last, end_column) = start, end
    if first == last:
        return lines[first - 1][column - 1:end_column - 1]
    whole = [lines[first - 1][column - 1:], *lines[first:last - 1], lines[last - 1][:end_column - 1]]
    return type(lines[0])().join(part if not i else (b"\n" if isinstance(part, bytes) else "\n") + part for i, part in enumerate(whole))


def expected():
    """Findings by the JSON of our own: path, rule, message, level, line, column, and the text that is marked."""
    found = []
    for finding in json.loads(report("json")):
        at, end = finding["location"], finding["end_location"]
        marked = between(lines_of(finding["file"]), (at["line"], at["column"]), (end["line"], end["column"]))
        check(marked == bytes_between(finding["file"], finding["start"], finding["end"]), "json", finding)
        found.append({**finding, "marked": marked})
    return found


def sarif(findings):
    printed = report("sarif")
    document = json.loads(printed)
    schema = CACHE / "sarif.schema.json"
    if schema.exists():
        validator = jsonschema.Draft7Validator(json.loads(schema.read_text()))
        for one in reports("sarif"):
            validator.validate(json.loads(one))
    told = document["runs"][0]
    rules = {rule["id"]: rule for rule in told["tool"]["driver"]["rules"]}
    check(len(told["results"]) == len(findings), "sarif: count")
    for result, finding in zip(told["results"], findings):
        place = result["locations"][0]["physicalLocation"]
        path, region = urllib.parse.unquote(place["artifactLocation"]["uri"]), place["region"]
        check(place["artifactLocation"]["uriBaseId"] == "%SRCROOT%", "sarif: root", place)
        start, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
        check(between(lines_of(path), start, end) == finding["marked"], "sarif: place", result)
        check(path == finding["file"] and result["ruleId"] == finding["rule"], "sarif: path or rule", result)
        check(result["message"]["text"] == finding["message"], "sarif: message", result)
        check(rules[finding["rule"]]["help"]["markdown"], "sarif: help", result)
        # A fix as an editor applies it.
        for fix, ours in zip(result.get("fixes", []), finding["fixes"]):
            for replacement, edit in zip(fix["artifactChanges"][0]["replacements"], ours["edits"]):
                deleted = replacement["deletedRegion"]
                start, end = (deleted["startLine"], deleted["startColumn"]), (deleted["endLine"], deleted["endColumn"])
                check(between(lines_of(path), start, end) == bytes_between(path, edit["start"], edit["end"]), "sarif: fix", fix)
    root = urllib.parse.unquote(urllib.parse.urlparse(told["originalUriBaseIds"]["%SRCROOT%"]["uri"]).path)
    check(Path(root) == FOLDER, "sarif: root", root)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.sarif"
        path.write_text(printed)
        read = loader.load_sarif_file(str(path)).get_report()
        counts = {severity: read.get_issue_count_for_severity(severity) for severity in ("error", "warning")}
        check(all(count == sum(finding["level"] == severity for finding in findings) for severity, count in counts.items()), "sarif-tools:", counts)
        multitool = CACHE / "multitool/package/Sarif.Multitool"
        if multitool.exists():
            log = Path(folder) / "log.sarif"
            command = [multitool, "validate", path, "--output", log, "--rule-kind", "Sarif;Ghas", "--level", "Error;Warning"]
            done = run(command, DOTNET_SYSTEM_GLOBALIZATION_INVARIANT="1")
            check(log.exists(), "sarif-multitool did not run:", done.said)
            if log.exists():
                for result in json.loads(log.read_text(encoding="utf-8-sig"))["runs"][0].get("results", []):
                    check(result.get("level", "warning") != "error", "sarif-multitool:", result.get("ruleId"), result["message"])
        else:
            skip("sarif-multitool is not there")
    if not schema.exists():
        skip("the schema of SARIF is not there")


def github(findings):
    lines = report("github").splitlines()
    check(len(lines) == len(findings), "github: count")
    for line, finding in zip(lines, findings):
        # As the runner takes a command apart.
        match = re.fullmatch(r"::(error|warning|notice) (.*?)::(.*)", line)
        check(match, "github: command", line)
        properties = dict(part.split("=", 1) for part in match[2].split(","))
        for name, value in properties.items():
            properties[name] = value.replace("%0D", "\r").replace("%0A", "\n").replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
        check(set(properties) <= {"title", "file", "line", "endLine", "col", "endColumn"}, "github: properties", properties)
        message = match[3].replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
        # Its other places follow it in parentheses.
        said, _, others = message.partition(finding["message"])
        is_right = said.endswith(": ") and (others == "" or others.startswith(" (") and others.endswith(")"))
        check(is_right and finding["message"] in message, "github: message", message)
        check(properties["file"] == finding["file"] and properties["title"] == finding["rule"], "github: path", properties)
        if "col" in properties:
            start, end = (int(properties["line"]), int(properties["col"])), (int(properties["endLine"]), int(properties["endColumn"]))
            check(between(lines_of(finding["file"]), start, end) == finding["marked"], "github: place", line)


def gitlab(findings):
    issues = json.loads(report("gitlab"))
    jsonschema.Draft7Validator(json.loads((SAMPLE / "gitlab.schema.json").read_text())).validate(issues)
    check(len({issue["fingerprint"] for issue in issues}) == len(issues) == len(findings), "gitlab: fingerprints")
    for issue, finding in zip(issues, findings):
        positions = issue["location"]["positions"]
        start, end = ((positions[name]["line"], positions[name]["column"]) for name in ("begin", "end"))
        check(between(lines_of(issue["location"]["path"]), start, end) == finding["marked"], "gitlab: place", issue)
        check(issue["description"] == finding["message"], "gitlab: message", issue)


def junit(findings):
    for printed in reports("junit"):
        document = etree.fromstring(printed.encode())
        schema = CACHE / "junit.xsd"
        if schema.exists():
            etree.XMLSchema(etree.parse(schema)).assertValid(document)
        suites = junitparser.JUnitXml.fromstring(printed.encode())
        for suite in suites:
            declared = (suite.tests, suite.failures, suite.errors, suite.skipped)
            suite.update_statistics()
            check(declared == (suite.tests, suite.failures, suite.errors, suite.skipped), "junit: counts", declared, suite)
    suites = junitparser.JUnitXml.fromstring(report("junit").encode())
    messages = [result.message for suite in suites for case in suite for result in case.result]
    printable = [re.sub(r"[\x00-\x1f\x7f-\x9f]", "\ufffd", finding["message"]) for finding in findings]
    check(messages == printable, "junit: messages", messages)
    if not (CACHE / "junit.xsd").exists():
        skip("the schema of JUnit is not there")


def checkstyle(findings):
    grammar = etree.RelaxNG(etree.parse(SAMPLE / "checkstyle.rng"))
    for printed in reports("checkstyle"):
        grammar.assertValid(etree.fromstring(printed.encode()))
    document = etree.fromstring(report("checkstyle").encode())
    found = [(error.getparent().get("name"), int(error.get("line")), int(error.get("column"))) for error in document.iter("error")]
    check(found == [(f["file"], f["location"]["line"], f["location"]["column"]) for f in findings], "checkstyle: places", found)


def rdjson(findings):
    document = json.loads(report("rdjson"))
    validator = jsonschema.Draft7Validator(json.loads((SAMPLE / "rdjson.schema.json").read_text()))
    for printed in reports("rdjson"):
        validator.validate(json.loads(printed))
    check(len(document["diagnostics"]) == len(findings), "rdjson: count")
    for diagnostic, finding in zip(document["diagnostics"], findings):
        path, span = diagnostic["location"]["path"], diagnostic["location"]["range"]
        # Its columns count bytes of UTF-8.
        lines = [line.encode("utf-8", "surrogateescape") for line in lines_of(path)]
        start, end = ((span[name]["line"], span[name]["column"]) for name in ("start", "end"))
        check(between(lines, start, end) == finding["marked"].encode(), "rdjson: place", diagnostic)


def main():
    findings = expected()
    check([json.loads(line) for line in report("jsonl").splitlines()] == json.loads(report("json")), "jsonl")
    readers = (sarif, github, gitlab, junit, checkstyle, rdjson)
    for reader in readers:
        reader(findings)
    finish(f"{len(findings)} findings of {FOLDER.name} in " + ", ".join(reader.__name__ for reader in readers) + " are read")


main()
