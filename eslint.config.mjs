import { react, SERVER_CODE, typescript } from '@course/presets/eslint';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** The packages that each kind of package may import; all others are forbidden. The rules of remotes are in presets. */
const MAY_IMPORT = {
  workspace: ['presets'],
  contracts: [],
  presets: ['contracts'],
  funnel: ['contracts'],
  ui: [],
  federation: ['contracts'],
  platform: ['contracts'],
  shell: ['platform', 'ui', 'contracts', 'federation'],
  service: ['contracts', 'funnel', 'service-kit'],
  'service-kit': ['contracts'],
  ops: ['contracts', 'federation'],
  'stripe-sandbox': ['contracts', 'federation'],
  'dev-stack': ['ops', 'contracts', 'funnel', 'federation'],
  // Of a remote, tools can import only `flow`, its one export.
  'test-kit': ['dev-stack', 'ops', 'contracts', 'funnel', 'federation', 'remote'],
  lab: ['test-kit', 'dev-stack', 'ops', 'contracts', 'funnel', 'federation', 'remote'],
  e2e: ['test-kit', 'dev-stack', 'contracts', 'funnel', 'federation', 'platform', 'remote'],
};

const BROWSER_CODE = {
  regex: '(^|/)host/|^@course/federation/(host|error-reports)$',
  message: 'Server code may not import browser code.',
};

/**
 * The other folders that each folder of svc-funnel may import. Each lists only folders above it here, so there are no
 * cycles. Calls in the other direction are events (a class that the imported folder declares and the importing one
 * implements) or queued jobs. The admin command may import all of them, and none may import it.
 */
const FUNNEL_FOLDERS = {
  platform: [],
  changes: ['platform'],
  queue: ['platform'],
  payments: ['platform'],
  sessions: ['platform', 'changes'],
  responses: ['platform', 'changes', 'sessions'],
  'refused-writes': ['platform'],
  retention: ['platform', 'changes', 'queue', 'payments'],
  orders: ['platform', 'changes', 'queue', 'payments'],
  checkout: ['platform', 'changes', 'queue', 'payments', 'sessions', 'orders'],
  course: ['platform', 'changes', 'queue', 'orders'],
  health: ['platform', 'queue', 'orders', 'course'],
};

/** The same for svc-tracking. The modules that assemble the service are outside these folders. */
const TRACKING_FOLDERS = {
  stream: [],
  platform: ['stream'],
  ingest: ['stream', 'platform'],
  writer: ['stream', 'platform'],
  refresher: ['platform', 'writer'],
  insights: ['platform'],
  releases: ['platform'],
};

const COURSE_FOLDERS = {
  pictures: [],
  lessons: ['pictures'],
  links: [],
  mails: ['lessons', 'links'],
  deliveries: ['mails'],
  enrolment: ['links', 'deliveries'],
  'first-step': ['lessons', 'links', 'mails', 'deliveries'],
  sending: ['lessons', 'links', 'mails', 'deliveries', 'enrolment', 'first-step'],
  'mail-events': ['mails', 'deliveries', 'enrolment', 'sending'],
  page: ['lessons', 'links', 'deliveries', 'enrolment'],
  schedule: ['enrolment', 'sending', 'page'],
  resources: ['pictures', 'lessons', 'page'],
  cancellation: ['links', 'deliveries', 'enrolment', 'page'],
  withdrawal: ['links', 'deliveries', 'enrolment'],
};

/** The other folders that each folder of federation may import, likewise only folders above it. */
const FEDERATION_FOLDERS = {
  contract: [],
  base: [],
  host: ['contract'],
  build: ['contract', 'base'],
  store: ['base'],
  compat: ['base'],
  registry: ['contract', 'base', 'store', 'compat'],
  edge: ['contract', 'base', 'store', 'registry'],
  check: ['contract', 'base', 'store', 'compat', 'registry', 'edge'],
  publish: ['contract', 'base', 'registry', 'check'],
  canary: ['contract', 'base', 'store', 'compat', 'registry'],
  'publishing-api': ['contract', 'base', 'store', 'compat', 'registry', 'canary'],
  cli: ['contract', 'base', 'store', 'compat', 'registry', 'check', 'publish', 'publishing-api'],
};

const FEDERATION_IN_BROWSERS = ['contract', 'host'];
const FEDERATION_ON_SERVERS = Object.keys(FEDERATION_FOLDERS).filter((name) => !FEDERATION_IN_BROWSERS.includes(name));

/** In the shell and in federation, browser code has folders of server code next to it. */
const SERVER_FOLDERS = { regex: `(^|/)(${FEDERATION_ON_SERVERS.join('|')})/`, message: SERVER_CODE.message };

/**
 * Forbids imports that the table does not allow. `up` matches the path from a file of the folder to its sibling
 * folders.
 */
const directionOf = (folders, name, up, alsoRefused = []) => {
  const names = Object.keys(folders);
  const later = folders[name].filter((other) => names.indexOf(other) >= names.indexOf(name));
  if (later.length > 0)
    throw new Error(`${name} may not import ${later.join(', ')}: only folders above it in the table.`);
  const refused = names.filter((other) => other !== name && !folders[name].includes(other));
  return {
    regex: `^${up}(${[...refused, ...alsoRefused].join('|')})/`,
    message: `${name} may not import this folder. Use an event or a job in this direction.`,
  };
};

const importsOf = (folder, patterns) => ({
  files: [`${folder}/**`],
  ignores: ['**/*.spec.ts'],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

const funnelImports = (folder, patterns) => importsOf(`svc-funnel/src/${folder}`, [BROWSER_CODE, ...patterns]);

const federationImports = (name) =>
  importsOf(`packages/federation/${name}`, [
    ...(FEDERATION_IN_BROWSERS.includes(name) ? [SERVER_CODE, SERVER_FOLDERS] : [BROWSER_CODE]),
    {
      ...directionOf(FEDERATION_FOLDERS, name, String.raw`(\.\./)+`, ['testing']),
      message: `${name} may not import this folder: see FEDERATION_FOLDERS in eslint.config.mjs.`,
    },
  ]);

const topDirection = (name) => directionOf(FUNNEL_FOLDERS, name, String.raw`(\.\./)+`, ['admin-cli']);

const trackingImports = (name) =>
  importsOf(`svc-tracking/src/${name}`, [BROWSER_CODE, directionOf(TRACKING_FOLDERS, name, String.raw`(\.\./)+`)]);

/** Tests of the packages that the test kit is built on use the kit. All other circular imports are forbidden. */
const ALLOWED_TEST_CYCLES = [
  ['@course/ops', '@course/test-kit'],
  ['@course/dev-stack', '@course/test-kit'],
  ['@course/ops', '@course/dev-stack'],
];

const constraints = (alsoAllowed) =>
  Object.entries(MAY_IMPORT).map(([type, allowed]) => ({
    sourceTag: `type:${type}`,
    onlyDependOnLibsWithTags: [...allowed, ...alsoAllowed].map((other) => `type:${other}`),
  }));

const boundaries = (...alsoAllowed) => ({
  '@nx/enforce-module-boundaries': [
    'error',
    {
      allow: [],
      enforceBuildableLibDependency: false,
      allowCircularSelfDependency: true,
      ignoredCircularDependencies: ALLOWED_TEST_CYCLES,
      depConstraints: constraints(alsoAllowed),
    },
  ],
});

/** Code that React renders. */
const REACT_CODE = [
  'shell/src/**',
  'packages/{ui,platform}/**',
  'packages/federation/{host,build}/**',
  'svc-tracking/insights-page/**',
].map((folder) => `${folder}/*.{ts,tsx}`);

export default tseslint.config(
  { ignores: ['**/fixtures/contract-*/**', '**/template/**', '.data/**', '.nx/**'] },
  typescript,
  { files: ['**/*.{ts,tsx,mjs,js}'], plugins: { '@nx': nx }, rules: boundaries() },
  react(REACT_CODE),
  {
    // Nest injects by the types of constructor parameters, so their imports must not become type-only.
    files: ['svc-*/**', 'packages/service-kit/**'],
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
  },
  {
    // The only files that may read the environment.
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
    // Files with the product as data may be long.
    files: ['packages/funnel/src/**', 'packages/contracts/src/insights/charts.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    // Build files use the build presets; tests may start the stores they need.
    files: ['**/rspack.config.mjs', '**/vitest.config.ts'],
    rules: boundaries('federation', 'test-kit', 'presets'),
  },
  {
    files: ['**/*.spec.{ts,tsx}', '**/test/**'],
    rules: { ...boundaries('test-kit', 'dev-stack', 'ops', 'stripe-sandbox', 'federation'), 'max-lines': 'off' },
  },
  {
    // The insights page is built from the same components as the funnel's screens.
    files: ['svc-tracking/insights-page/**'],
    rules: boundaries('ui', 'funnel'),
  },
  {
    files: ['packages/{ui,platform}/**', 'svc-tracking/insights-page/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [SERVER_CODE] }] },
  },
  {
    files: ['shell/src/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [SERVER_CODE, SERVER_FOLDERS] }] },
  },
  {
    files: [
      'shell/edge/**',
      `packages/federation/{${FEDERATION_ON_SERVERS}}/**`,
      'packages/{ops,dev-stack,stripe-sandbox,lab}/**',
      'svc-*/src/**',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [BROWSER_CODE],
        },
      ],
    },
  },
  ...Object.keys(FEDERATION_FOLDERS).map(federationImports),
  ...Object.keys(FUNNEL_FOLDERS).map((name) => funnelImports(name, [topDirection(name)])),
  ...Object.keys(COURSE_FOLDERS).map((name) =>
    funnelImports(`course/${name}`, [topDirection('course'), directionOf(COURSE_FOLDERS, name, String.raw`(\.\./)+`)]),
  ),
  ...Object.keys(TRACKING_FOLDERS).map(trackingImports),
  {
    files: [
      '**/rspack.config.mjs',
      '**/vitest.config.ts',
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
        setInterval: 'readonly',
        clearInterval: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        performance: 'readonly',
        document: 'readonly',
      },
    },
  },
);
