#!/bin/sh
# Runs once, when PostgreSQL's volume is new. The service connects as an ordinary role that owns its database: a superuser
# could read files of the server and switch off the triggers that protect the audit log and the ledger.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set "password=$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE servicepay LOGIN PASSWORD :'password';
CREATE DATABASE servicepay OWNER servicepay;
SQL
