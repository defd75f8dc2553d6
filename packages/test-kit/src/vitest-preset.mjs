import { defineConfig } from 'vitest/config';

/**
 * vitest as every project here runs it. The report is what `npm test` counts; nx restores it with a cached run.
 * @param {string} name the project
 * @param {import('vitest/node').InlineConfig} [test] what this project does otherwise
 * @param {import('vitest/config').ViteUserConfig['plugins']} [plugins]
 */
export const testConfig = (name, test = {}, plugins = []) =>
  defineConfig({
    plugins,
    test: {
      name,
      include: ['src/**/*.spec.{ts,tsx}'],
      passWithNoTests: true,
      reporters: ['default', ['json', { outputFile: '.test-results/report.json' }]],
      ...test,
    },
  });
