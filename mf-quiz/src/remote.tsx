import { defineRemote, type RemoteRoute } from '@course/federation/contract';
import { OWNER_CONFIG, routeOf } from '@course/funnel';
import { allowPixels, questionTotal } from '@course/platform';
import { connect } from './flow/connect.ts';
import { descriptions } from './flow/copy.ts';
import { Landscape } from './flow/landscape.tsx';
import { type QuizStep, STEPS } from './flow/steps.ts';
import { KINDS } from './screens/registry.ts';

/** Returns what only some screens have: a description, and separate code. */
function extrasOf({ key, kind }: QuizStep): Pick<RemoteRoute, 'description' | 'code'> {
  const description = descriptions(questionTotal())[key];
  const { code } = KINDS[kind];
  return { ...(description && { description }), ...(code && { code }) };
}

allowPixels(OWNER_CONFIG);

export default defineRemote({
  name: 'mf-quiz',
  routes: STEPS.map((step) => ({
    ...routeOf(step),
    ...extrasOf(step),
    Screen: connect(step),
  })),
  Backdrop: Landscape,
});
