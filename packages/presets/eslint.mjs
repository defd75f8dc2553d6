import eslint from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { cssClasses } from './css-classes.mjs';

/** Files that builds and tests generate. */
export const GENERATED = [
  '**/dist/**',
  '**/.prerender/**',
  '**/.test-results/**',
  '**/generated/**',
  '**/node_modules/**',
];

/** Rules for all TypeScript and JavaScript. */
export const typescript = tseslint.config(
  { ignores: GENERATED },
  eslint.configs.recommended,
  tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mjs,js}'],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'off',
      'no-control-regex': 'off',
      'max-lines': ['error', { max: 250, skipBlankLines: true, skipComments: true }],
      // oxlint checks it in a fraction of the time.
      'no-unused-vars': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only env.ts reads the environment.' },
      ],
    },
  },
);

/**
 * Returns the rules for React code. oxlint checks those of React's compiler: here they took a quarter of the whole run.
 * @param {string[]} files patterns of the files with React code
 */
export const react = (files) =>
  tseslint.config({
    files,
    extends: [jsxA11y.flatConfigs.recommended],
    plugins: { 'react-hooks': reactHooks, 'css-classes': cssClasses },
    rules: {
      'css-classes/defined': 'error',
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // A scrollable region can be scrolled by keyboard only if it is focusable (WCAG 2.1.1).
      'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['tabpanel', 'region'], allowExpressionValues: true }],
    },
  });

/** Modules that browser code must not import. */
export const SERVER_CODE = {
  regex: '^node:|^@nestjs/|prisma|^@course/federation/(?!(contract|host|error-reports)$)',
  message: 'Server code stays out of the browser.',
};

/** Code of this product that a remote must not import: other teams own it and change it without notice. */
const OTHERS_CODE = {
  regex:
    String.raw`^@course/(?!(contracts|funnel|platform|ui)(/|$)|federation/)|^(mf|svc)-[a-z-]+(/|$)|^shell(/|$)` +
    String.raw`|^(\.\./)+(mf-[a-z-]+|svc-[a-z-]+|shell|packages)/`,
  message: "A remote imports contracts, funnel, platform, ui and the federation's contract, and no other remote.",
};

/** All rules for a remote, in a checkout of the product or in a repository of its own. */
export const remote = tseslint.config(
  typescript,
  react(['src/**/*.{ts,tsx}']),
  {
    // The flow is data, and may be long.
    files: ['src/flow/**'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['src/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            SERVER_CODE,
            OTHERS_CODE,
            { regex: '^@course/federation/(?!contract$)', message: 'A remote knows the contract, not its host.' },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.spec.{ts,tsx}'],
    rules: {
      'max-lines': 'off',
      'no-restricted-imports': ['error', { patterns: [OTHERS_CODE] }],
    },
  },
);
