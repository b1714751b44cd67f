#!/usr/bin/env bash
# Runs a PostgreSQL server for tests in its own folder:
#
#   postgres.sh start PID   starts a server that ends with the process PID, and prints its folder and port
#   postgres.sh stop FOLDER [MODE]   stops the server; MODE is fast (the default) or immediate
#   postgres.sh again FOLDER   starts the server again
#   postgres.sh set FOLDER SETTING VALUE   changes a setting, and waits until new connections have it
#   postgres.sh vacuum FOLDER   does what autovacuum does in the minutes after many rows were inserted
#   postgres.sh bouncer PID FOLDER   starts a PgBouncer that pools transactions in front of the server, ends it with
#       the process PID, and prints its folder, its port and the name of a new database
#
# Two servers for tests of a failover:
#
#   postgres.sh standby PID FROM   starts a standby of the server in the folder FROM, as start does
#   postgres.sh follow FOLDER FROM   makes the stopped server in FOLDER a standby of the one in FROM
#   postgres.sh wait FOLDER on|off   on: makes commits wait for a standby, and waits until there is one; off: the opposite
#   postgres.sh promote FOLDER   makes a standby the primary server
#
# A server listens on a socket in its folder, and with TLS on 127.0.0.1. Its user is bellhop, without a
# password; its data are removed when it ends with PID. If the script runs as root, the server runs as
# the user postgres, because PostgreSQL refuses to run as root.
set -euo pipefail

say() { printf 'postgres.sh: %s\n' "$*" >&2; }

programs() {
    local folder
    for folder in $(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V -r) /opt/homebrew/opt/postgresql@*/bin /usr/local/bin /usr/bin; do
        if [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ]; then
            echo "$folder"
            return
        fi
    done
    say "PostgreSQL's server was not found; run: scripts/setup.sh test"
    exit 69
}

# Runs a command as the owner of the data.
as_owner() {
    if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi
}

# Prints a port that no process uses now.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

start_server() {
    # The server must not inherit the descriptors of a process that waits for this script's output.
    (cd / && as_owner "$bin/pg_ctl" -D "$1/data" -l "$1/log" -w -t 60 start >/dev/null 2>&1 </dev/null)
}

# A socket's path has 107 bytes at most, so it is not below TMPDIR.
new_folder() {
    local folder
    folder=$(mktemp -d /tmp/bellhop-postgres.XXXXXX)
    chmod 755 "$folder"
    if [ "$(id -u)" = 0 ]; then chown postgres: "$folder"; fi
    echo "$folder"
}

# Ends the server in the folder $1 when the process $2 has ended, in whatever way.
end_with() {
    (
        while kill -0 "$2" 2>/dev/null; do sleep 1; done
        (cd / && as_owner "$bin/pg_ctl" -D "$1/data" -m immediate stop >/dev/null 2>&1) || true
        rm -rf "$1"
    ) >/dev/null 2>&1 </dev/null &
}

# Prints a server's value of a setting, or runs a statement.
ask() {
    local port
    port=$(sed -n "s/^port = //p" "$1/data/postgresql.auto.conf" | tail -n 1 | tr -d "'")
    (cd / && as_owner "$bin/psql" -h "$1" -p "$port" -U bellhop -d postgres -Atqc "$2")
}

# Copies the data of the server in the folder $3 to the folder $1, which listens on port $2.
follow() {
    local from
    from=$(ask "$3" "SHOW port")
    rm -rf "$1/data"
    (cd / && as_owner "$bin/pg_basebackup" -h "$3" -p "$from" -U bellhop -D "$1/data" -X stream -c fast -R) >/dev/null 2>&1 </dev/null
    as_owner tee -a "$1/data/postgresql.auto.conf" >/dev/null <<CONF
port = $2
unix_socket_directories = '$1'
synchronous_standby_names = ''
CONF
    start_server "$1"
}

bin=$(programs)
case "${1:-}" in
start)
    folder=$(new_folder)
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 \
        -keyout "$folder/server.key" -out "$folder/server.crt" 2>/dev/null
    chmod 600 "$folder/server.key"
    if [ "$(id -u)" = 0 ]; then chown -R postgres: "$folder"; fi
    (cd / && as_owner "$bin/initdb" -D "$folder/data" -U bellhop --auth=trust -E UTF8 --locale=C.UTF-8 >"$folder/initdb.log" 2>&1) || {
        cat "$folder/initdb.log" >&2
        exit 1
    }
    for _ in 1 2 3 4 5; do
        port=$(free_port)
        as_owner tee "$folder/data/postgresql.auto.conf" >/dev/null <<CONF
listen_addresses = '127.0.0.1'
port = $port
unix_socket_directories = '$folder'
ssl = on
ssl_cert_file = '$folder/server.crt'
ssl_key_file = '$folder/server.key'
shared_buffers = '64MB'
max_connections = 200
max_locks_per_transaction = 256
autovacuum_naptime = '5s'
# A crash loses everything that no commit has written.
wal_writer_delay = '10s'
CONF
        if start_server "$folder"; then
            end_with "$folder" "$2"
            printf '%s %s\n' "$folder" "$port"
            exit 0
        fi
    done
    cat "$folder/log" >&2
    exit 1
    ;;
stop)
    (cd / && as_owner "$bin/pg_ctl" -D "$2/data" -m "${3:-fast}" -w stop >/dev/null 2>&1)
    ;;
again)
    start_server "$2"
    ;;
set)
    ask "$2" "ALTER SYSTEM SET $3 = '$4'"
    ask "$2" "SELECT pg_reload_conf()" >/dev/null
    while [ "$(ask "$2" "SHOW $3")" != "$4" ]; do sleep 0.05; done
    ;;
vacuum)
    ask "$2" "VACUUM ANALYZE"
    ;;
bouncer)
    program=$(command -v pgbouncer || ls /usr/sbin/pgbouncer 2>/dev/null) || {
        say "PgBouncer was not found; run: scripts/setup.sh test"
        exit 69
    }
    folder=$(new_folder)
    database="bouncer_$(basename "$folder" | tr -cd 'A-Za-z0-9' | tr 'A-Z' 'a-z')"
    ask "$3" "CREATE DATABASE $database"
    from=$(ask "$3" "SHOW port")
    printf '"bellhop" ""\n' >"$folder/users"
    cat >"$folder/pgbouncer.ini" <<CONF
[databases]
* = host=$3 port=$from
[pgbouncer]
listen_port = 6432
listen_addr =
unix_socket_dir = $folder
auth_type = trust
auth_file = $folder/users
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
logfile = $folder/log
pidfile = $folder/pid
CONF
    if [ "$(id -u)" = 0 ]; then chown -R postgres: "$folder"; fi
    (cd / && as_owner "$program" -d "$folder/pgbouncer.ini" >/dev/null 2>&1 </dev/null)
    until [ -S "$folder/.s.PGSQL.6432" ] && [ -s "$folder/pid" ]; do sleep 0.05; done
    (
        while kill -0 "$2" 2>/dev/null; do sleep 1; done
        kill "$(cat "$folder/pid")" 2>/dev/null || true
        rm -rf "$folder"
    ) >/dev/null 2>&1 </dev/null &
    printf '%s 6432 %s\n' "$folder" "$database"
    ;;
standby)
    folder=$(new_folder)
    port=$(free_port)
    follow "$folder" "$port" "$3"
    end_with "$folder" "$2"
    printf '%s %s\n' "$folder" "$port"
    ;;
follow)
    port=$(sed -n "s/^port = //p" "$2/data/postgresql.auto.conf" | tail -n 1)
    follow "$2" "$port" "$3"
    ;;
wait)
    if [ "$3" = off ]; then
        ask "$2" "ALTER SYSTEM SET synchronous_standby_names = ''"
        ask "$2" "SELECT pg_reload_conf()" >/dev/null
    else
        ask "$2" "ALTER SYSTEM SET synchronous_standby_names = '*'"
        ask "$2" "SELECT pg_reload_conf()" >/dev/null
        while [ "$(ask "$2" "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'")" = 0 ]; do sleep 0.1; done
    fi
    ;;
promote)
    (cd / && as_owner "$bin/pg_ctl" -D "$2/data" -w -t 600 promote >/dev/null 2>&1)
    ;;
*)
    say "start PID, stop FOLDER [MODE], again FOLDER, set FOLDER SETTING VALUE, bouncer PID FOLDER, standby PID FROM, follow FOLDER FROM, wait FOLDER on|off or promote FOLDER"
    exit 64
    ;;
esac
