#!/usr/bin/env bash
# debroot.sh SUITE DIR PACKAGE...: unpacks packages of another Debian suite, with all that they depend on, into DIR, and writes
# DIR/run, which starts a program of them: DIR/run hx --version. Nothing else on the machine changes, and no rights are needed.
# LIBRARIES names more folders with libraries.
# Programs that such a program starts use the machine's own libraries: theirs are named on the command line, not in the environment.
set -euo pipefail
suite=$1 dir=$2
shift 2

# The mirror that this machine uses already, if it is one of Debian.
mirror=http://deb.debian.org/debian
if grep -qx 'ID="\?debian"\?' /etc/os-release; then
  mirror=$(apt-get indextargets --format '$(REPO_URI)' | grep -v security | head -1)
fi

mkdir -p "$dir/apt/lists/partial" "$dir/apt/cache/archives/partial" "$dir/apt/none"
dir=$(cd "$dir" && pwd)
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main" >"$dir/apt/sources.list"
# Nothing counts as installed.
: >"$dir/apt/status"
apt=(apt-get -qq
  -o "Dir::Etc::sourcelist=$dir/apt/sources.list" -o "Dir::Etc::sourceparts=$dir/apt/none"
  -o "Dir::State::lists=$dir/apt/lists" -o "Dir::Cache=$dir/apt/cache" -o "Dir::State::status=$dir/apt/status"
  -o "APT::Sandbox::User=$(id -un)" -o Acquire::Languages=none -o Debug::NoLocking=1)
"${apt[@]}" update
"${apt[@]}" install -y --no-install-recommends --download-only "$@"
for package in "$dir"/apt/cache/archives/*.deb; do
  dpkg -x "$package" "$dir"
done
rm -rf "$dir/apt"

triple=$(uname -m)-linux-gnu
for loader in "$dir"/{usr/lib64,lib64,usr/lib,lib}/ld-linux-*; do
  [ -e "$loader" ] && break
done
# Some packages bring an empty folder of that name.
[ ! -d "$dir/run" ] || rm -rf "$dir/run"
cat >"$dir/run" <<END
#!/bin/sh
program=\$1
shift
case \$program in */*) ;; *) program=$dir/usr/bin/\$program ;; esac
exec $loader --library-path $dir/usr/lib/$triple:$dir/lib/$triple\${LIBRARIES:+:\$LIBRARIES} --argv0 "\$program" "\$program" "\$@"
END
chmod +x "$dir/run"
