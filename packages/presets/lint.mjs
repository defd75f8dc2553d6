#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { GENERATED } from './eslint.mjs';

/*
 * course-lint: what a remote's `npm run lint` runs in its folder. oxlint sees types and import circles and takes its
 * rules by path, which is another in a checkout than in a repository of its own; eslint reads eslint.config.mjs there.
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

const notWritten = GENERATED.map((pattern) => `--ignore-pattern=${pattern}`);
run('oxlint', '--type-aware', '-c', path.join(import.meta.dirname, 'oxlint.json'), ...notWritten, '.');
run('eslint', '.');
