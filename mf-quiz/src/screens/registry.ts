import type { SeparateCode } from '@course/federation/contract';
import { separateCode } from '@course/ui';
import type { ComponentType } from 'react';
import type { BodyProps } from '../flow/body-props.ts';
import type { QuizKind } from '../flow/steps.ts';
import { SingleChoice } from './single/single-choice.tsx';
import { SocialProof } from './social-proof/social-proof.tsx';
import { YesNo } from './yes-no/yes-no.tsx';

/** How a kind of step is shown and left. */
export interface KindEntry<Kind extends QuizKind> {
  readonly Body: ComponentType<BodyProps<Kind>>;
  /** What the body is part of, if not of the exposed module. */
  readonly code?: SeparateCode;
  /** With `page`, the body sets its own width. */
  readonly layout?: 'column' | 'page';
  /** Milliseconds between an answer and the next screen. If unset, the step waits for Continue. */
  readonly movesOnAfterMs?: number;
  /** True if the next screen replaces this one in the browser's history. */
  readonly replacesHistory?: boolean;
  /** True if the body shows a sunrise of its own, so that the landscape at the foot appears only in a wide window. */
  readonly hasPicture?: boolean;
  /** True if the body links to the policies, so that an entry screen's footer does not. */
  readonly linksToPolicies?: boolean;
  /** True if the body places the `ResumeLink` itself. */
  readonly placesResumeLink?: boolean;
}

const entries = separateCode('entries', () => import(/* webpackChunkName: "entries" */ './entries.ts'));
const later = separateCode('later', () => import(/* webpackChunkName: "later" */ './later.ts'));

export const KINDS: { readonly [Kind in QuizKind]: KindEntry<Kind> } = {
  'yes-no': { Body: YesNo, movesOnAfterMs: 0, hasPicture: true },
  landing: {
    Body: entries.component('Landing'),
    code: entries,
    layout: 'page',
    movesOnAfterMs: 0,
    placesResumeLink: true,
  },
  gender: {
    Body: entries.component('Gender'),
    code: entries,
    movesOnAfterMs: 0,
    hasPicture: true,
    linksToPolicies: true,
  },
  'social-proof': { Body: SocialProof },
  single: { Body: SingleChoice, movesOnAfterMs: 300 },
  multi: { Body: later.component('MultiChoice'), code: later },
  reassurance: { Body: later.component('Reassurance'), code: later },
  study: { Body: later.component('Study'), code: later },
  profile: { Body: later.component('Profile'), code: later },
  readiness: { Body: later.component('Readiness'), code: later },
  processing: { Body: later.component('Processing'), code: later, replacesHistory: true },
};
