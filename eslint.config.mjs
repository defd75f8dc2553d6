import { react, SERVER_CODE, typescript } from '@course/presets/eslint';
import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

/** Who may import whom. Everything that is not named here is forbidden. Remotes have their own rules, in presets. */
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
  'stripe-sandbox': ['ops'],
  'dev-stack': ['ops', 'contracts', 'funnel', 'federation'],
  // Tools read remotes' tables, by their entry `flow` alone, which a rule below sees to.
  'test-kit': ['dev-stack', 'ops', 'contracts', 'funnel', 'federation', 'remote'],
  lab: ['test-kit', 'dev-stack', 'ops', 'contracts', 'funnel', 'federation', 'remote'],
  e2e: ['test-kit', 'dev-stack', 'contracts', 'funnel', 'federation', 'platform', 'remote'],
};

const REMOTE_CODE = { regex: '^mf-[a-z-]+/(?!flow$)', message: 'Tools read a remote by its entry flow alone.' };

const BROWSER_CODE = {
  regex: '(^|/)host/|^@course/federation/(host|error-reports)$',
  message: 'Browser code stays out of servers.',
};

/**
 * Which other folders a folder of svc-funnel may import. Each names only folders that stand before it, so there is no
 * circle; what travels the other way is an event (a class that the lower folder declares and the upper one implements) or
 * a queued job. The admin command may import all of them, and none imports it.
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
  health: ['platform', 'queue', 'course'],
};

/** The same of svc-tracking; what makes a service of the folders stands beside them. */
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

/** Which other folders a folder of federation may import, likewise: only folders that stand before it. */
const FEDERATION_FOLDERS = {
  contract: [],
  host: ['contract'],
  build: ['contract'],
  base: [],
  store: ['base'],
  compat: ['base'],
  registry: ['contract', 'base', 'store', 'compat'],
  edge: ['contract', 'base', 'store', 'registry'],
  check: ['contract', 'base', 'store', 'registry', 'edge'],
  publish: ['contract', 'base', 'registry', 'check'],
  canary: ['contract', 'base', 'store', 'compat', 'registry'],
  door: ['contract', 'base', 'store', 'compat', 'registry', 'canary'],
  cli: ['contract', 'base', 'store', 'compat', 'registry', 'check', 'publish', 'door'],
};

const FEDERATION_IN_BROWSERS = ['contract', 'host'];
const FEDERATION_ON_SERVERS = Object.keys(FEDERATION_FOLDERS).filter((name) => !FEDERATION_IN_BROWSERS.includes(name));

/** Refuses what the table does not allow. `up` leads from a file of the folder to the folders beside it. */
const directionOf = (folders, name, up, alsoRefused = []) => {
  const names = Object.keys(folders);
  const later = folders[name].filter((other) => names.indexOf(other) >= names.indexOf(name));
  if (later.length > 0)
    throw new Error(`${name} may not import ${later.join(', ')}: only folders that stand before it.`);
  const refused = names.filter((other) => other !== name && !folders[name].includes(other));
  return {
    regex: `^${up}(${[...refused, ...alsoRefused].join('|')})/`,
    message: `${name} does not import this folder. What has to travel this way is an event or a job.`,
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
    FEDERATION_IN_BROWSERS.includes(name) ? SERVER_CODE : BROWSER_CODE,
    {
      ...directionOf(FEDERATION_FOLDERS, name, String.raw`(\.\./)+`, ['testing']),
      message: `${name} does not import this folder: see FEDERATION_FOLDERS in eslint.config.mjs.`,
    },
  ]);

const topDirection = (name) => directionOf(FUNNEL_FOLDERS, name, String.raw`(\.\./)+`, ['admin-cli']);

const trackingImports = (name) =>
  importsOf(`svc-tracking/src/${name}`, [BROWSER_CODE, directionOf(TRACKING_FOLDERS, name, String.raw`(\.\./)+`)]);

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
    // Nest injects by the types of constructor parameters, which an import of types alone would drop.
    files: ['svc-*/**', 'packages/service-kit/**'],
    languageOptions: { parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true } },
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
    // A page that its service serves is built of the same parts as the funnel's screens.
    files: ['svc-tracking/insights-page/**'],
    rules: boundaries('ui', 'funnel'),
  },
  {
    files: [
      'shell/src/**',
      'packages/{ui,platform}/**',
      `packages/federation/{${FEDERATION_IN_BROWSERS}}/**`,
      'svc-tracking/insights-page/**',
    ],
    rules: { 'no-restricted-imports': ['error', { patterns: [SERVER_CODE] }] },
  },
  // Of a remote, tools read its table and its words.
  { files: ['packages/{test-kit,e2e}/**'], rules: { 'no-restricted-imports': ['error', { patterns: [REMOTE_CODE] }] } },
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
    funnelImports(`course/${name}`, [topDirection('course'), directionOf(COURSE_FOLDERS, name, String.raw`\.\./`)]),
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
