"""Each output format as its readers read it: validate.py PROGRAM CACHE, see the script validate."""

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


def report(output_format, *arguments):
    return run([PROGRAM, "check", "--quiet", "--output-format", output_format, *arguments]).stdout


def text_of(path):
    data = (SAMPLE / path).read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("windows-1252", "surrogateescape")


def lines_of(path):
    return text_of(path).split("\n")


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
        raw = (SAMPLE / finding["file"]).read_bytes()[finding["start"]:finding["end"]]
        check(marked in (raw.decode("utf-8", "replace"), raw.decode("windows-1252", "replace")), "json", finding)
        found.append({**finding, "marked": marked})
    return found


def sarif(findings):
    text = report("sarif")
    document = json.loads(text)
    schema = CACHE / "sarif.schema.json"
    if schema.exists():
        validator = jsonschema.Draft7Validator(json.loads(schema.read_text()))
        for arguments in ((), ("missing.pgn",), ("games/clean.pgn",), ("--select", "nonsense")):
            validator.validate(json.loads(report("sarif", *arguments)))
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
                raw = (SAMPLE / path).read_bytes()[edit["start"]:edit["end"]].decode("utf-8", "replace")
                check(between(lines_of(path), start, end) == raw, "sarif: fix", fix)
    root = urllib.parse.unquote(urllib.parse.urlparse(told["originalUriBaseIds"]["%SRCROOT%"]["uri"]).path)
    check(Path(root) == SAMPLE, "sarif: root", root)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.sarif"
        path.write_text(text)
        read = loader.load_sarif_file(str(path)).get_report()
        counts = {severity: read.get_issue_count_for_severity(severity) for severity in ("error", "warning")}
        errors = sum(finding["level"] == "error" for finding in findings)
        check(counts["error"] == errors and counts["warning"] == len(findings) - errors, "sarif-tools:", counts)
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
        check(message.endswith(finding["message"]), "github: message", message)
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
    for arguments in ((), ("games/clean.pgn",), ("missing.pgn",), ("nothing-*.pgn",), ("--select", "nonsense"), ("--level", "warning")):
        text = report("junit", *arguments).encode()
        document = etree.fromstring(text)
        schema = CACHE / "junit.xsd"
        if schema.exists():
            etree.XMLSchema(etree.parse(schema)).assertValid(document)
        suites = junitparser.JUnitXml.fromstring(text)
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
    for arguments in ((), ("games/clean.pgn",), ("missing.pgn",), ("nothing-*.pgn",), ("--select", "nonsense")):
        grammar.assertValid(etree.fromstring(report("checkstyle", *arguments).encode()))
    document = etree.fromstring(report("checkstyle").encode())
    found = [(error.getparent().get("name"), int(error.get("line")), int(error.get("column"))) for error in document.iter("error")]
    check(found == [(f["file"], f["location"]["line"], f["location"]["column"]) for f in findings], "checkstyle: places", found)


def rdjson(findings):
    document = json.loads(report("rdjson"))
    validator = jsonschema.Draft7Validator(json.loads((SAMPLE / "rdjson.schema.json").read_text()))
    validator.validate(document)
    validator.validate(json.loads(report("rdjson", "games/clean.pgn")))
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
    finish(", ".join(reader.__name__ for reader in readers) + " are read")


main()
