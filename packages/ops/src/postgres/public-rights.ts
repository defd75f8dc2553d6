import type pg from 'pg';
import { databaseOf } from './roles.ts';

/**
 * Functions that PostgreSQL lets every connected role execute, and that a reader does not need: locks that can block
 * others, messages to workers and to the write-ahead log, large objects.
 */
const REVOKED_FUNCTIONS = '^(pg_notify|pg_logical_emit_message|lo_.*|loread|lowrite|pg_.*advisory.*)$';
/** Those of them that the product needs. Its owner gets them, and each schema's grants.sql passes them on. */
const OWNER_FUNCTIONS = '^(pg_notify|pg_.*advisory.*)$';

const revokeFunctions = (client: pg.Client, owner: string): string => `
  do $do$
  declare
    one record;
  begin
    for one in select oid::regprocedure as name, proname ~ ${client.escapeLiteral(OWNER_FUNCTIONS)} as is_needed
      from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname ~ ${client.escapeLiteral(REVOKED_FUNCTIONS)} and prokind = 'f'
    loop
      execute format('revoke execute on function %s from public', one.name);
      if one.is_needed then execute format('grant execute on function %s to %I with grant option', one.name, ${client.escapeLiteral(owner)}); end if;
    end loop;
  end
  $do$`;

/**
 * Revokes from everybody what a database's owner may revoke: creating temporary tables, and tables in schema public.
 */
export const revokePublicCreate = async (client: pg.Client): Promise<void> => {
  await client.query(`revoke create, temporary on database ${await databaseOf(client)} from public`);
  await client.query(
    `do $do$ begin if to_regnamespace('public') is not null then revoke create on schema public from public; end if; end $do$`,
  );
};

/**
 * Revokes from everybody what only a superuser may revoke, in the database that the client is connected to, and grants
 * `owner` what the product needs of it. Idempotent.
 */
export const revokePublicRights = async (client: pg.Client, owner: string): Promise<void> => {
  await client.query(revokeFunctions(client, owner));
  await client.query(`revoke usage on language plpgsql, sql from public`);
  await client.query(`grant usage on language plpgsql, sql to ${client.escapeIdentifier(owner)}`);
};
