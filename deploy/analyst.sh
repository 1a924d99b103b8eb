#!/bin/sh
# Makes the role with which Grafana and people read the copy. PostgreSQL's image runs this file for a new database; for an existing one:
# docker compose exec postgres sh /docker-entrypoint-initdb.d/analyst.sh
psql -v ON_ERROR_STOP=1 -v password="$ANALYST_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_USER" <<'SQL'
CREATE ROLE analyst LOGIN PASSWORD :'password';
ALTER ROLE analyst SET default_transaction_read_only = on;
ALTER ROLE analyst SET statement_timeout = '5min';
ALTER ROLE analyst SET idle_in_transaction_session_timeout = '10min';
CREATE SCHEMA AUTHORIZATION analyst;
SQL
