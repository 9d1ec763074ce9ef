"""What pipelines include, read and run as they do: validate_files.py PROGRAM, see the script validate."""

import hashlib
import os
import re
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

import yaml

from checks import SAMPLE, check, finish, run

PROGRAM = Path(sys.argv[1]).resolve()
ROOT = SAMPLE.parent.parent
TEMPLATE = ROOT / "server/docs/ci/scoresheet.gitlab-ci.yml"


def schemas():
    workflows = [("vendor.github-workflows", path) for path in sorted((ROOT / ".github/workflows").iterdir())]
    for schema, path in (("vendor.github-actions", ROOT / "action.yml"), ("vendor.gitlab-ci", TEMPLATE), *workflows):
        done = run(["check-jsonschema", "--builtin-schema", schema, path], ROOT)
        check(done.returncode == 0, schema, done.said)
    done = run(["pre-commit", "validate-manifest", ROOT / ".pre-commit-hooks.yaml"], ROOT)
    check(done.returncode == 0, "pre-commit manifest:", done.said)


def examples():
    """Every YAML block of the documentation is YAML; whole workflows and pipelines are valid ones."""
    page = (ROOT / "server/docs/ci.md").read_text()
    blocks = re.findall(r"^```yaml\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    check(len(blocks) >= 4, "the examples of ci.md")
    with tempfile.TemporaryDirectory() as folder:
        for number, block in enumerate(blocks):
            parsed = yaml.safe_load(block)
            path = Path(folder) / f"{number}.yml"
            path.write_text(block)
            keys = set(parsed)
            schema = "vendor.github-workflows" if "jobs" in keys else None if "repos" in keys else "vendor.gitlab-ci"
            command = ["check-jsonschema", "--builtin-schema", schema, path] if schema else ["pre-commit", "validate-config", path]
            done = run(command, folder)
            check(done.returncode == 0, "example", number, done.said)


def steps():
    return {step["name"]: step for step in yaml.safe_load((ROOT / "action.yml").read_text())["runs"]["steps"]}


def action_check(program_folder):
    """The step that checks, run by bash with its inputs as a runner gives them."""
    inputs = yaml.safe_load((ROOT / "action.yml").read_text())["inputs"]
    script = steps()["Check"]["run"]

    def act(code, expected="", **given):
        with tempfile.TemporaryDirectory() as folder:
            output = Path(folder) / "output"
            output.touch()
            values = {name.upper().replace("-", "_"): entry.get("default", "") for name, entry in inputs.items()}
            values |= {name: str(value).replace("FOLDER", folder) for name, value in given.items()}
            path = f"{program_folder}:{os.environ['PATH']}"
            # As a runner starts it.
            command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
            done = run(command, SAMPLE, PATH=path, GITHUB_OUTPUT=str(output), GITHUB_WORKSPACE=str(SAMPLE), **values)
            check(done.returncode == code, "action: exit", done.returncode, given, done.said)
            check(expected in done.said, "action: says", done.said)
            check(re.fullmatch(r"exit-code=[012]\n", output.read_text()), "action: output", output.read_text())
            if "SARIF_FILE" in given and code < 2:
                check((Path(folder) / "report.sarif").exists(), "action: no SARIF file", done.said)

    act(1, "::error title=illegal-move,file=games/faults.pgn,line=9")
    act(0, PATHS="games/clean.pgn")
    act(1, PATHS="games/clean.pgn\ngames/odd names\n", SARIF_FILE="FOLDER/report.sarif")
    act(0, PATHS="games/faults.pgn", ARGS="--select impossible-date")
    act(1, "::warning title=impossible-date", PATHS="games/faults.pgn", ARGS="--select impossible-date", LEVEL="warning")
    act(2, PATHS="missing.pgn")
    act(2, PATHS="$(touch injected)")
    check(not (SAMPLE / "injected").exists(), "action: runs what it is given")
    act(1, "2 games do not read cleanly and were left unchanged", PATHS="games/faults.pgn", ARGS="--exit-zero", FORMAT_CHECK="true")
    act(2, BASELINE="missing.json")
    act(2, PATHS="games/clean.pgn", SARIF_FILE="FOLDER/report.sarif", ARGS="--select no-such-rule")
    act(2, "cannot write", PATHS="games/clean.pgn", SARIF_FILE="FOLDER/no/report.sarif")


def action_install():
    """The step that installs: from a release, from cargo where there is none, not at all where it is there."""
    script = steps()["Install Scoresheet"]["run"]
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        bin_folder, releases = folder / "bin", folder / "releases"
        bin_folder.mkdir()
        releases.mkdir()
        (folder / "scoresheet").write_text("#!/bin/sh\necho released\n")
        (folder / "scoresheet").chmod(0o755)
        name = "scoresheet-0.1.0-x86_64-unknown-linux-gnu"
        archive = releases / f"{name}.tar.gz"
        with tarfile.open(archive, "w:gz") as tar:
            tar.add(folder / "scoresheet", f"{name}/scoresheet")
        digest = hashlib.sha256(archive.read_bytes()).hexdigest()
        sums = releases / "SHA256SUMS"
        sums.write_text(f"{'1' * 64}  scoresheet_0.1.0_amd64.deb\n{digest}  {archive.name}\n")
        stand_ins = {
            # The latest release leads to its tag; everything else is a file.
            "curl": f"""#!/bin/bash
while [ $# -gt 1 ]; do [ "$1" = -o ] && out="$2"; shift; done
echo "$1" >> {folder}/asked
case "$1" in */latest) printf %s "${{1%latest}}tag/v0.1.0" ;; *) cp "{releases}/${{1##*/}}" "$out" ;; esac
""",
            "cargo": f'#!/bin/bash\necho "$@" > {folder}/cargo\n',
            "uname": "#!/bin/bash\ncase $1 in -s) echo Linux;; -m) echo x86_64;; esac\n",
        }
        for program, text in stand_ins.items():
            (bin_folder / program).write_text(text)
            (bin_folder / program).chmod(0o755)

        def install(code, version):
            path = folder / "github_path"
            path.write_text("")
            shutil.rmtree(folder / "temp", ignore_errors=True)
            environment = {"VERSION": version, "SERVER": "https://example.org", "REPOSITORY": "a/b", "GITHUB_ACTION_PATH": "/action", "GITHUB_PATH": str(path),
                           "RUNNER_TEMP": str(folder / "temp"), "PATH": f"{bin_folder}:/usr/bin:/bin"}
            done = run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], folder, **environment)
            check(done.returncode == code, "install: exit", done.returncode, version, done.said)
            return path.read_text().strip(), done

        where, _ = install(0, "latest")
        check(where and run([Path(where) / "scoresheet"], folder).stdout == "released\n", "install: from a release", where)
        check(f"https://example.org/a/b/releases/download/v0.1.0/{name}.tar.gz" in (folder / "asked").read_text(), "install: address")
        (folder / "asked").unlink()
        install(0, "v0.1.0")
        check("latest" not in (folder / "asked").read_text(), "install: address of a version")
        sums.write_text(f"{'0' * 64}  {archive.name}\n")
        install(1, "latest")
        archive.unlink()
        where, _ = install(0, "0.1.0")
        wanted = "--git https://example.org/a/b --tag v0.1.0 scoresheet\n"
        check((folder / "cargo").read_text().endswith(wanted) and where.endswith("/bin"), "install: a version by cargo")
        install(0, "latest")
        check("--path /action/server " in (folder / "cargo").read_text(), "install: the action's own source by cargo")
        _, done = install(2, "path")
        check("no scoresheet on the PATH" in done.stdout, "install: path", done.said)


def pre_commit(program_folder):
    """The hooks, from a repository as pre-commit clones it."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        hooks, games = folder / "hooks", folder / "games"
        (hooks / ".ci").mkdir(parents=True)
        shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks)
        shutil.copy(ROOT / ".ci/pre-commit", hooks / ".ci")
        games.mkdir()
        (games / "good.pgn").write_text((SAMPLE / "games/clean.pgn").read_text())
        (games / "bad.pgn").write_text((SAMPLE / "games/faults.pgn").read_text())
        (games / "notes.txt").write_text("1. e5\n")
        identity = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b.c", "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b.c"}
        for repository in (hooks, games):
            for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "x"]):
                done = run(["git", *command], repository, **identity)
                check(done.returncode == 0, "git", done.said)
        environment = {**identity, "PRE_COMMIT_HOME": str(folder / "home"), "SCORESHEET": str(PROGRAM), "PATH": f"{program_folder}:{os.environ['PATH']}"}

        def hook(name, code, expected):
            done = run(["pre-commit", "try-repo", str(hooks), name, "--all-files", "--verbose"], games, **environment)
            check(done.returncode == code and expected in done.said, name, done.returncode, done.said)

        for ending in ("", "-system"):
            hook(f"scoresheet-check{ending}", 1, "bad.pgn:9:44: error[illegal-move]")
            run(["git", "rm", "-q", "--cached", "bad.pgn"], games, **identity)
            hook(f"scoresheet-check{ending}", 0, "Nothing to report in 1 file.")
            hook(f"scoresheet-format{ending}", 0, "1 unchanged")
            (games / "good.pgn").write_text((SAMPLE / "games/clean.pgn").read_text().replace("1. e4 e5", "1.e4  e5"))
            hook(f"scoresheet-format{ending}", 1, "1 file reformatted")
            check("1. e4 e5" in (games / "good.pgn").read_text(), "format hook")
            run(["git", "add", "-A"], games, **identity)


def gitlab(program_folder):
    """The job's script, with the program on the PATH."""
    job = yaml.safe_load(TEMPLATE.read_text())
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "project"
        shutil.copytree(SAMPLE, copy, ignore=shutil.ignore_patterns("validate*"))
        environment = {**job["variables"], "CI_PROJECT_DIR": str(copy), "PATH": f"{program_folder}:{os.environ['PATH']}"}
        script = "set -e\n" + "\n".join(job["scoresheet"]["script"])
        done = run(["sh", "-c", script], copy, **environment)
        report = copy / job["scoresheet"]["artifacts"]["reports"]["codequality"]
        check(done.returncode == 1 and report.exists(), "gitlab: job", done.returncode, done.said)
        check(len(yaml.safe_load(report.read_text())) == 12, "gitlab: report")
        done = run(["sh", "-c", script], copy, **{**environment, "SCORESHEET_PATHS": "games/clean.pgn"})
        check(done.returncode == 0 and report.read_text() == "[]\n", "gitlab: clean job", done.said)


def main():
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "scoresheet").symlink_to(PROGRAM)
        for task in (schemas, examples, lambda: action_check(folder), action_install, lambda: pre_commit(folder), lambda: gitlab(folder)):
            task()
    finish("the action, the hooks, the template and the examples are valid and run")


main()
