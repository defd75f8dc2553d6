#!/bin/sh
# Creates the cluster at the first start with POSTGRES_USER, POSTGRES_PASSWORD and POSTGRES_DB, then runs the server.
set -eu
bin=/usr/lib/postgresql/18/bin
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s' "$POSTGRES_PASSWORD" >/tmp/password
  $bin/initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 \
    --encoding=UTF8 --locale=C.UTF-8 >/dev/null
  rm /tmp/password
  echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
  echo "create database \"$POSTGRES_DB\";" | $bin/postgres --single -D "$PGDATA" postgres >/dev/null
fi
exec $bin/postgres -D "$PGDATA" -c listen_addresses='*'
