import eslint from '@eslint/js';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Who may import whom. Everything that is not named here is forbidden. */
const MAY_IMPORT = {
  contracts: [],
  funnel: ['contracts'],
  ui: [],
  platform: ['contracts'],
  remote: ['platform', 'ui', 'funnel', 'contracts'],
  shell: ['platform', 'ui', 'contracts'],
  service: ['contracts', 'funnel', 'service-kit'],
  'service-kit': ['contracts'],
  build: [],
  ops: ['contracts', 'funnel'],
  'stripe-sandbox': ['ops'],
  'dev-stack': ['ops', 'contracts', 'funnel'],
  'test-kit': ['dev-stack', 'ops', 'contracts', 'funnel'],
  lab: ['test-kit', 'dev-stack', 'ops', 'contracts', 'funnel'],
  e2e: ['test-kit', 'dev-stack', 'contracts', 'funnel'],
};

/** Tests of what the test kit is made of use the kit; nothing else may import in a circle. */
const CIRCLES_OF_TESTS = [
  ['@course/ops', '@course/test-kit'],
  ['@course/dev-stack', '@course/test-kit'],
  ['@course/ops', '@course/dev-stack'],
];

const constraints = (alsoForEverybody) =>
  Object.entries(MAY_IMPORT).map(([type, allowed]) => ({
    sourceTag: `type:${type}`,
    onlyDependOnLibsWithTags: [...allowed, ...alsoForEverybody].map((other) => `type:${other}`),
  }));

const boundaries = (...alsoForEverybody) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    {
      allow: [],
      enforceBuildableLibDependency: false,
      allowCircularSelfDependency: true,
      ignoredCircularDependencies: CIRCLES_OF_TESTS,
      depConstraints: constraints(alsoForEverybody),
    },
  ],
});

export default tseslint.config(
  { ignores: ['**/dist/**', '**/.prerender/**', '**/generated/**', '**/node_modules/**', '.data/**', '.nx/**'] },
  eslint.configs.recommended,
  tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mjs,js}'],
    plugins: { '@nx': nx },
    rules: {
      ...boundaries(),
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'off',
      'no-control-regex': 'off',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false, attributes: false } }],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: 'Only env.ts reads the environment.' }],
    },
  },
  {
    // The programs' doors: the environment enters here and nowhere else.
    files: ['**/env.ts', '**/main.ts', '**/vitest.config.ts', '**/*.setup.ts', '**/*.spec.ts', 'packages/{ops,dev-stack,stripe-sandbox,test-kit,lab,e2e}/**/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // The product as data may be long.
    files: ['packages/funnel/src/**'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['**/vitest.config.ts'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { parserOptions: { projectService: false } },
  },
  {
    // Build files use the build presets; tests may start the stores they need.
    files: ['**/rspack.config.mjs', '**/vitest.config.ts'],
    rules: boundaries('build', 'test-kit'),
  },
  {
    files: ['**/*.spec.{ts,tsx}', '**/test/**'],
    rules: { ...boundaries('test-kit', 'dev-stack', 'stripe-sandbox'), 'max-lines': 'off' },
  },
  {
    // A page that its service serves is built of the same parts as the funnel's screens.
    files: ['svc-tracking/insights-page/**'],
    rules: boundaries('ui', 'funnel'),
  },
  {
    files: ['shell/src/**', 'mf-*/**', 'packages/{ui,platform}/**', 'svc-tracking/insights-page/**'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [{ regex: '(^|/)edge/|^node:|^@nestjs/|prisma', message: 'Server code stays out of the browser.' }] }],
    },
  },
  {
    files: ['**/rspack.config.mjs', '**/vitest.config.ts', 'mf-*/**/*.spec.ts', 'packages/{ui,platform}/**/*.spec.ts', 'packages/platform/src/prerender.tsx'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['**/*.{mjs,js}'],
    languageOptions: {
      globals: { process: 'readonly', console: 'readonly', URL: 'readonly', Buffer: 'readonly', window: 'readonly', addEventListener: 'readonly', setTimeout: 'readonly', clearTimeout: 'readonly', fetch: 'readonly', AbortSignal: 'readonly', performance: 'readonly', document: 'readonly' },
    },
  },
);
