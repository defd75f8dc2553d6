#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { GENERATED } from './eslint.mjs';

/*
 * course-lint: run by a remote's `npm run lint` in its folder. oxlint checks types and import cycles; it gets the path
 * of its rules, which differs between a checkout and a repository of its own. eslint reads the folder's
 * eslint.config.mjs.
 */
const require = createRequire(import.meta.url);

/** @param {string} tool a package with one executable of its own name */
const executable = (tool) => {
  const manifest = require.resolve(`${tool}/package.json`);
  return path.join(path.dirname(manifest), require(manifest).bin[tool]);
};

/** @param {string} tool @param {string[]} args */
const run = (tool, ...args) => {
  const { status } = spawnSync(process.execPath, [executable(tool), ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

const ignoreGenerated = GENERATED.map((pattern) => `--ignore-pattern=${pattern}`);
run('oxlint', '--type-aware', '-c', path.join(import.meta.dirname, 'oxlint.json'), ...ignoreGenerated, '.');
run('eslint', '.');
