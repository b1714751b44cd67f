#!/bin/sh
# Compiles the kit and runs its tests and the example with Debian's junit5, without Maven.
set -eu
cd "$(dirname "$0")"
jars=/usr/share/java
path=
for name in junit-jupiter-api junit-jupiter-params junit-jupiter-engine junit-platform-commons \
    junit-platform-engine junit-platform-launcher junit-platform-console junit-platform-reporting \
    opentest4j opentest4j-reporting-events apiguardian-api picocli univocity-parsers; do
    [ -f "$jars/$name.jar" ] || {
        echo "java: $jars/$name.jar is missing; install the package junit5" >&2
        exit 69
    }
    path=$path:$jars/$name.jar
done
rm -rf target
mkdir -p target/classes target/test-classes
javac --release 17 -Xlint:all,-serial,-try,-path -Werror -d target/classes -cp "$path" \
    src/main/java/dev/bellhop/apns/*.java
javac --release 17 -Xlint:all,-serial,-try,-path -Werror -d target/test-classes -cp "target/classes$path" \
    src/test/java/dev/bellhop/apns/*.java src/test/java/dev/bellhop/apns/example/*.java
exec java -cp "target/classes:target/test-classes$path" \
    org.junit.platform.console.ConsoleLauncher --disable-banner --scan-classpath target/test-classes \
    --include-classname '.*Test' --fail-if-no-tests --details "${DETAILS:-summary}"
