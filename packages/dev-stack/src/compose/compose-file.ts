import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';
import { Failure } from '@course/ops/failure';
import { PROJECT_ROOT } from '@course/federation/paths';

const strings = z.array(z.string()).default([]);

const service = z.object({
  image: z.string(),
  build: z.object({ dockerfile: z.string(), target: z.string() }).optional(),
  profiles: strings,
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: strings,
  volumes: strings,
  tmpfs: strings,
  networks: z.array(z.string()).default(['default']),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  restart: z.string().optional(),
  stop_grace_period: z.string().optional(),
  init: z.boolean().default(false),
  read_only: z.boolean().default(false),
  cap_drop: strings,
  security_opt: strings,
});

const file = z.object({
  name: z.string(),
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
});

export type ComposeService = z.output<typeof service>;
export type ComposeFile = z.output<typeof file>;
export type Variables = Readonly<Record<string, string>>;

/**
 * Substitutes variables in a text as Compose does: `${NAME}`, `${NAME:-default}`, `${NAME:?message}`, also nested.
 * Throws `NAME: message` for a required variable that is not set.
 */
const interpolate = (text: string, variables: Variables): string => {
  const innermost = /\$\{([A-Z0-9_]+)(?::([-?])([^${}]*))?\}/;
  const found = innermost.exec(text);
  if (!found) return text;
  const [whole, name = '', kind, rest = ''] = found;
  const value = variables[name] || (kind === '-' ? rest : variables[name]);
  if (!value && kind !== '-') throw new Failure(`${name}: ${rest}`);
  return interpolate(
    text.replace(whole, () => value ?? ''),
    variables,
  );
};

/** Returns `variables` and those of an env file, whose values may refer to `variables` and to earlier lines. */
export const readEnvFile = (name: string, variables: Variables): Variables =>
  Object.entries(parseEnv(readFileSync(path.join(PROJECT_ROOT, name), 'utf8'))).reduce<Variables>(
    (known, [key, value]) => ({ ...known, [key]: interpolate(value ?? '', known) }),
    variables,
  );

/** Returns docker-compose.yml with these variables substituted. Throws a `Failure` that names a missing variable. */
export const readComposeFile = (variables: Variables): ComposeFile =>
  file.parse(
    parse(interpolate(readFileSync(path.join(PROJECT_ROOT, 'docker-compose.yml'), 'utf8'), variables), { merge: true }),
  );

/** Returns the services that run with these profiles, each after its dependencies. */
export const servicesIn = (
  { services }: ComposeFile,
  profiles: readonly string[],
): readonly (readonly [string, ComposeService])[] => {
  const ordered = new Map<string, ComposeService>();
  const add = (name: string): void => {
    const found = services[name];
    if (!found) throw new Failure(`docker-compose.yml has no service ${name}`);
    const isOn = found.profiles.length === 0 || found.profiles.some((profile) => profiles.includes(profile));
    if (ordered.has(name) || !isOn) return;
    Object.keys(found.depends_on).forEach(add);
    ordered.set(name, found);
  };
  Object.keys(services).forEach(add);
  return [...ordered];
};
