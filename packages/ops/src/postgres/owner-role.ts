import type pg from 'pg';
import { revokePublicRights } from './public-rights.ts';
import { databaseOf, DERIVED_SCHEMAS, SCHEMAS } from './roles.ts';

/** Owns the product's schemas if DATABASE_URL is a superuser's. Nobody can log in as this role. */
const OWNER_ROLE = 'course_owner';

const OWNED_SCHEMAS = [...SCHEMAS, ...DERIVED_SCHEMAS];

export const isSuperuser = async (client: pg.Client): Promise<boolean> =>
  (await client.query('select from pg_roles where rolname = current_user and rolsuper')).rowCount === 1;

/** Returns the same address with connections that act as the owner's role. */
export const asOwner = (databaseUrl: string): string => {
  const address = new URL(databaseUrl);
  address.searchParams.set('options', `${address.searchParams.get('options') ?? ''} -c role=${OWNER_ROLE}`.trim());
  return address.href;
};

// Sequences of identity columns, row types and indexes change owners with their tables.
const TRANSFER_OWNERSHIP = `
  do $do$
  declare
    one record;
    schemas constant oid[] := array(select oid from pg_namespace where nspname = any ('{${OWNED_SCHEMAS.join(',')}}'));
    superusers constant oid[] := array(select oid from pg_roles where rolsuper);
  begin
    for one in
      select format('database %I', datname) as what from pg_database where datname = current_database() and datdba = any (superusers)
      union all
      select format('schema %I', nspname) from pg_namespace where oid = any (schemas) and nspowner = any (superusers)
      union all
      select format('%s %s', case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' when 'c' then 'type' else 'table' end, c.oid::regclass)
      from pg_class c
      where relnamespace = any (schemas) and relowner = any (superusers) and relkind in ('r', 'p', 'v', 'm', 'S', 'c')
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and c.relkind = 'S')
      union all
      select format('routine %s', oid::regprocedure) from pg_proc where pronamespace = any (schemas) and proowner = any (superusers)
      union all
      select format('type %s', oid::regtype) from pg_type where typnamespace = any (schemas) and typowner = any (superusers) and typtype in ('d', 'e')
    loop
      execute format('alter %s owner to ${OWNER_ROLE}', one.what);
    end loop;
  end
  $do$`;

/**
 * Creates the role that owns the product's schemas and transfers what a superuser owns in them, so that functions that
 * run with their owner's rights have few. Only a superuser can do this. Idempotent.
 */
export const transferOwnership = async (client: pg.Client): Promise<void> => {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [OWNER_ROLE]);
  await client.query(
    `${rowCount === 0 ? 'create' : 'alter'} role ${OWNER_ROLE} nologin nosuperuser nocreatedb nocreaterole nobypassrls noreplication`,
  );
  await client.query(`grant pg_monitor, pg_signal_backend to ${OWNER_ROLE}`);
  await client.query(TRANSFER_OWNERSHIP);
  await client.query(`grant all on database ${await databaseOf(client)} to ${OWNER_ROLE}`);
  await revokePublicRights(client, OWNER_ROLE);
};
