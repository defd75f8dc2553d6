import type { ComponentType } from 'react';
import type { BodyProps } from '../flow/body-props.ts';
import type { QuizKind } from '../flow/steps.ts';
import { Gender } from './gender/gender.tsx';
import { Landing } from './landing/landing.tsx';
import { MultiChoice } from './multi/multi-choice.tsx';
import { Processing } from './processing/processing.tsx';
import { Profile } from './profile/profile.tsx';
import { Readiness } from './readiness/readiness.tsx';
import { Reassurance } from './reassurance/reassurance.tsx';
import { SingleChoice } from './single/single-choice.tsx';
import { SocialProof } from './social-proof/social-proof.tsx';
import { Study } from './study/study.tsx';
import { YesNo } from './yes-no/yes-no.tsx';

/** How a kind of step is shown and left. */
export interface KindEntry<Kind extends QuizKind> {
  readonly Body: ComponentType<BodyProps<Kind>>;
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

export const KINDS: { readonly [Kind in QuizKind]: KindEntry<Kind> } = {
  'yes-no': { Body: YesNo, movesOnAfterMs: 0, hasPicture: true },
  landing: { Body: Landing, layout: 'page', movesOnAfterMs: 0, placesResumeLink: true },
  gender: { Body: Gender, movesOnAfterMs: 0, hasPicture: true, linksToPolicies: true },
  'social-proof': { Body: SocialProof },
  single: { Body: SingleChoice, movesOnAfterMs: 300 },
  multi: { Body: MultiChoice },
  reassurance: { Body: Reassurance },
  study: { Body: Study },
  profile: { Body: Profile },
  readiness: { Body: Readiness },
  processing: { Body: Processing, replacesHistory: true },
};
