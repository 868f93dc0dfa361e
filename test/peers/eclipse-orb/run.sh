#!/bin/sh
# Starts the Eclipse ORB peer (see ../README.md). Stdin: commands; stdout: JSON lines, then "ready". Builds on first use.
# PEER_HEAP: heap limit; PEER_JAVA_OPTS: more JVM options; PEER_MAIN: another main class.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$("$here/build.sh")
cds=
[ -f "$work/app.jsa" ] && cds="-XX:SharedArchiveFile=$work/app.jsa"
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" $cds -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "-Xmx${PEER_HEAP:-96m}" -Xss512k \
  "-Djava.util.logging.config.file=$work/logging.properties" \
  ${PEER_JAVA_OPTS:-} -cp "$work/peer.jar:$(cat "$work/classpath")" "${PEER_MAIN:-remora.peer.Main}" "$@"
