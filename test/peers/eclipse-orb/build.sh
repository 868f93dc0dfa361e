#!/bin/sh
# Resolves the jars with Maven, compiles, and makes a class-data archive (start time). Prints the folder of the build:
# ${REMORA_PEERS:-$HOME/.cache/remora-peers}/eclipse-orb/<checksum of the sources>. Does nothing when that exists.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
base=${REMORA_PEERS:-$HOME/.cache/remora-peers}/eclipse-orb
bin=${JAVA_HOME:+$JAVA_HOME/bin/}
cd "$here"
sum=$( (find src pom.xml build.sh logging.properties -type f | LC_ALL=C sort | xargs cat; "${bin}java" -version 2>&1) | cksum | tr ' ' '-')
work=$base/$sum
if [ -f "$work/ready" ]; then echo "$work"; exit 0; fi
mkdir -p "$base"
# One build at a time; a lock left by a build that died is taken over after two minutes.
tries=0
until mkdir "$work.lock" 2>/dev/null; do
  tries=$((tries + 1))
  [ $tries -gt 1200 ] && break
  if [ -f "$work/ready" ]; then echo "$work"; exit 0; fi
  sleep 0.1
done
trap 'rmdir "$work.lock" 2>/dev/null || true' EXIT INT TERM
if [ -f "$work/ready" ]; then echo "$work"; exit 0; fi
rm -rf "$work"
mkdir -p "$work/classes"
mvn -q -B -f pom.xml org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath -Dmdep.outputFile="$work/classpath" >&2
# The ORB's own annotations refer to a library that is not needed: no warnings about class files.
"${bin}javac" --release 17 -Xlint:all,-classfile -Werror -proc:none -d "$work/classes" -cp "$(cat "$work/classpath")" $(find src/main/java -name '*.java') >&2
cp -R src/main/resources/. "$work/classes/"
cp logging.properties "$work/"
"${bin}jar" --create --file "$work/peer.jar" -C "$work/classes" .
# One short run records the classes that it loads; failure only costs start time.
printf 'status\nleave 1\njoin 1\nself\n' | "${bin}java" -XX:ArchiveClassesAtExit="$work/app.jsa" -Xshare:auto -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
  -Djava.util.logging.config.file="$work/logging.properties" -DremoraExit=normal \
  -cp "$work/peer.jar:$(cat "$work/classpath")" remora.peer.Main --members 2 >/dev/null 2>&1 || rm -f "$work/app.jsa"
touch "$work/ready"
echo "$work"
