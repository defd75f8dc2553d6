import { z } from 'zod';
import { releaseName } from './release-figures.ts';
import { answerKey } from './response.ts';

/** The name of an entry to a remote's screens, and of the exits that lead there. */
const flowName = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be a name such as plan or quiz-end');
const stepKey = z.string().min(1).max(64);
/** Inserted into the HTML of other remotes without escaping. */
const stepPath = z
  .string()
  .regex(/^\/(?!\/)[\w./~#-]*$/, 'must be a path such as /q12 or /terms#agreement')
  .max(512);

const declaredQuestion = z.strictObject({
  key: answerKey,
  /** `several`: the answer is a JSON array of values. */
  kind: z.enum(['one', 'several']),
  /** In the order in which they are shown. */
  options: z.array(z.strictObject({ value: z.string().min(1).max(200), label: z.string().min(1).max(500) })).max(200),
});

const declaredStep = z.strictObject({
  key: stepKey,
  path: stepPath,
  title: z.string().min(1).max(500),
  kind: z.string().min(1).max(64),
  question: declaredQuestion.nullable(),
  /** True if it counts as a question in `n / total`. */
  counts: z.boolean(),
  /** Key of the next step of this remote, or the exit that leads to another remote; both null at an end. */
  next: stepKey.nullable(),
  exit: flowName.nullable(),
});

/** A plan with its prices, as a remote shows them or a service charges them. */
export const declaredPlan = z.strictObject({
  key: z.string().min(1).max(40),
  currency: z.string().length(3),
  originalCents: z.int().nonnegative(),
  discountedCents: z.int().nonnegative(),
});

/**
 * What a remote declares in `remote.json`: its steps and questions in order, its entries and exits, and its
 * dependencies.
 */
export const declaredFlow = z.strictObject({
  /** The paths of its named entries. */
  entries: z.record(flowName, stepPath),
  /** The entries of other remotes that it leads to. */
  exits: z.array(flowName).max(100),
  steps: z.array(declaredStep).max(500),
  needs: z.strictObject({
    /** The contract of each service that it calls. */
    services: z.record(z.string().min(1).max(40), z.int().positive()),
    /** The plans that it offers, with the prices that it shows. */
    plans: z.array(declaredPlan).max(50),
    /** Keys of other remotes' questions whose option labels it shows. */
    labels: z.array(answerKey).max(20),
  }),
});

/** The response of the edge's internal `GET /declarations`. */
export const declarations = z.strictObject({
  releases: z
    .array(
      z.strictObject({
        remote: z.string().min(1).max(64),
        version: z.string().min(1).max(64),
        /** The release's name. Not sent by edges built before canaries existed. */
        release: releaseName.optional(),
        /**
         * False for a release of the last 30 days that is no longer live, and, except with `?for=compat`, for a canary.
         */
        live: z.boolean(),
        /** Null for a build from before flows were declared, of which only the paths are known. */
        flow: declaredFlow.nullable(),
        paths: z.array(stepPath),
      }),
    )
    .max(1000),
});

export type DeclaredQuestion = z.infer<typeof declaredQuestion>;
export type DeclaredPlan = z.infer<typeof declaredPlan>;
export type DeclaredStep = z.infer<typeof declaredStep>;
export type DeclaredFlow = z.infer<typeof declaredFlow>;
export type Declarations = z.infer<typeof declarations>;
