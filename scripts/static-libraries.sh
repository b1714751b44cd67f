#!/usr/bin/env bash
# Makes a folder with the static libraries that a distributed bellhop contains: SQLite, zlib, libstdc++ and
# OpenSSL of this system, and a libcurl for HTTP only. Foundation's URLSession needs libcurl, and the system's
# libcurl needs thirty more libraries.
#
# usage: static-libraries.sh FOLDER          (Debian and Ubuntu; libcurl is built in the folder)
#
# libcurl is built from the system's source package, with its security fixes.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
lib=$folder/lib
mkdir -p "$lib"

say() { printf 'static libraries: %s\n' "$*" >&2; }

for name in sqlite3 z stdc++ ssl crypto; do
    file=$(gcc -print-file-name="lib$name.a")
    [ -f "$file" ] || {
        say "lib$name.a is missing; install libsqlite3-dev, zlib1g-dev, libssl-dev and g++"
        exit 69
    }
    ln -sf "$file" "$lib/lib$name.a"
done

[ -f "$lib/libcurl.a" ] && exit 0
cd "$folder"
# Gets the sources of Debian's packages without changing the system's list of sources.
apt=(apt-get -qq -o "Dir::State::Lists=$folder/lists" -o "Dir::Cache=$folder/cache" -o APT::Sandbox::User=
    -o "Dir::Etc::SourceList=$folder/sources.list" -o Dir::Etc::SourceParts=/dev/null)
mkdir -p lists/partial cache/archives/partial
release=$(. /etc/os-release && echo "$VERSION_CODENAME")
. /etc/os-release
if [ "$ID" = ubuntu ]; then
    printf 'deb-src http://archive.ubuntu.com/ubuntu %s main\n' "$release" "$release-security" "$release-updates"
else
    printf 'deb-src http://deb.debian.org/debian %s main\n' "$release"
    printf 'deb-src http://deb.debian.org/debian-security %s-security main\n' "$release"
fi >sources.list
say "getting the source package of curl"
"${apt[@]}" update
"${apt[@]}" source --download-only curl
rm -rf source
dpkg-source --no-check -x curl_*.dsc source >build.log
cd source
say "building libcurl for HTTP and HTTPS only; the log is $folder/build.log"
{
    ./configure --disable-shared --enable-static --with-openssl --with-zlib --disable-dependency-tracking \
        --without-brotli --without-zstd --without-nghttp2 --without-libidn2 --without-libpsl --without-librtmp \
        --without-libssh2 --without-gssapi --disable-ldap --disable-ldaps --disable-dict --disable-file \
        --disable-ftp --disable-gopher --disable-imap --disable-mqtt --disable-pop3 --disable-rtsp \
        --disable-smb --disable-smtp --disable-telnet --disable-tftp --disable-manual --disable-ntlm \
        --enable-threaded-resolver --with-ca-bundle=/etc/ssl/certs/ca-certificates.crt \
        --with-ca-path=/etc/ssl/certs
    make -C lib -j"$(nproc)" libcurl.la
} >>"$folder/build.log" 2>&1 || {
    tail -20 "$folder/build.log" >&2
    exit 70
}
cp lib/.libs/libcurl.a "$lib/libcurl.a"
cp COPYING "$folder/curl-COPYING"
say "ready: $lib"
