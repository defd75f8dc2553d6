import { defineConfig, env } from 'prisma/config';

// `prisma migrate` needs the owner's URL with `?schema=funnel`, the schema of its migrations table.
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: env('DATABASE_URL') },
});
