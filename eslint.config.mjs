import eslint from '@eslint/js';
import nx from '@nx/eslint-plugin';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Who may import whom. Everything that is not named here is forbidden. */
const MAY_IMPORT = {
  contracts: [],
  funnel: ['contracts'],
  ui: [],
  federation: ['contracts'],
  platform: ['contracts'],
  // Of federation the contract only, which a rule below sees to.
  remote: ['platform', 'ui', 'funnel', 'contracts', 'federation'],
  shell: ['platform', 'ui', 'contracts', 'federation'],
  service: ['contracts', 'funnel', 'service-kit'],
  'service-kit': ['contracts'],
  ops: ['contracts', 'funnel', 'federation'],
  'stripe-sandbox': ['ops'],
  'dev-stack': ['ops', 'contracts', 'funnel', 'federation'],
  'test-kit': ['dev-stack', 'ops', 'contracts', 'funnel', 'federation'],
  lab: ['test-kit', 'dev-stack', 'ops', 'contracts', 'funnel', 'federation'],
  e2e: ['test-kit', 'dev-stack', 'contracts', 'funnel', 'federation', 'platform'],
};

/** Not to be imported by what runs in a browser. */
const SERVER_CODE = {
  regex:
    '(^|/)(edge|registry|cli|build)/|^@course/federation/(edge|registry|cli|build|files|lock|descriptor)|^node:|^@nestjs/|prisma',
  message: 'Server code stays out of the browser.',
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

/** What is rendered by React. */
const REACT_CODE = [
  'shell/src/**',
  'mf-*/src/**',
  'packages/{ui,platform}/**',
  'packages/federation/{host,build}/**',
  'svc-tracking/insights-page/**',
].map((folder) => `${folder}/*.{ts,tsx}`);

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/.prerender/**',
      '**/generated/**',
      '**/fixtures/contract-1/**',
      '**/node_modules/**',
      '.data/**',
      '.nx/**',
    ],
  },
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
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, attributes: false } },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only env.ts reads the environment.' },
      ],
    },
  },
  {
    // Circles within a project; those between projects are refused by the boundaries above.
    files: ['**/*.{ts,tsx}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/extensions': ['.ts', '.tsx'],
      'import-x/parsers': { '@typescript-eslint/parser': ['.ts', '.tsx'] },
      'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.tsx', '.js', '.mjs'] })],
    },
    rules: { 'import-x/no-cycle': ['error', { ignoreExternal: true }] },
  },
  {
    files: REACT_CODE,
    extends: [reactHooks.configs.flat.recommended, jsxA11y.flatConfigs.recommended],
    rules: {
      'react-hooks/exhaustive-deps': 'error',
      // A region that scrolls can only be scrolled by keyboard when it takes the focus (WCAG 2.1.1).
      'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['tabpanel', 'region'], allowExpressionValues: true }],
    },
  },
  {
    // The programs' doors: the environment enters here and nowhere else.
    files: [
      '**/env.ts',
      '**/main.ts',
      '**/vitest.config.ts',
      '**/*.setup.ts',
      '**/*.spec.ts',
      'packages/{ops,dev-stack,stripe-sandbox,test-kit,lab,e2e}/**/*.ts',
    ],
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
    rules: boundaries('federation', 'test-kit'),
  },
  {
    files: ['**/*.spec.{ts,tsx}', '**/test/**'],
    rules: { ...boundaries('test-kit', 'dev-stack', 'stripe-sandbox', 'federation'), 'max-lines': 'off' },
  },
  {
    // A page that its service serves is built of the same parts as the funnel's screens.
    files: ['svc-tracking/insights-page/**'],
    rules: boundaries('ui', 'funnel'),
  },
  {
    files: [
      'shell/src/**',
      'packages/{ui,platform}/**',
      'packages/federation/{host,contract}/**',
      'svc-tracking/insights-page/**',
    ],
    rules: { 'no-restricted-imports': ['error', { patterns: [SERVER_CODE] }] },
  },
  {
    files: ['mf-*/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            SERVER_CODE,
            { regex: '^@course/federation/(?!contract$)', message: 'A remote knows the contract, not its host.' },
          ],
        },
      ],
    },
  },
  {
    files: [
      'shell/edge/**',
      'packages/federation/{edge,registry,cli,build}/**',
      'packages/{ops,dev-stack,stripe-sandbox,lab}/**',
      'svc-*/src/**',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [{ regex: '(^|/)host/|^@course/federation/host$', message: 'Browser code stays out of servers.' }],
        },
      ],
    },
  },
  {
    files: [
      '**/rspack.config.mjs',
      '**/vitest.config.ts',
      'mf-*/**/*.spec.ts',
      'packages/{ui,platform}/**/*.spec.ts',
      'packages/federation/contract/{descriptor,screen-states}.ts',
    ],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['**/*.{mjs,js}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        window: 'readonly',
        addEventListener: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        performance: 'readonly',
        document: 'readonly',
      },
    },
  },
);
