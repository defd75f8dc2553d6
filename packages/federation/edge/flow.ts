import { liveFlow, type DeclaredFlow, type LiveFlow } from '@course/contracts';
import type { RemoteDescriptor } from '../contract/descriptor.ts';
import type { PageRemote } from './live.ts';

/** The entries of builds made before flows were declared: the paths that other remotes had hard-coded. */
const UNDECLARED_ENTRIES: Readonly<Record<string, string>> = {
  start: '/',
  landing: '/home',
  gender: '/old001',
  'social-proof': '/old002',
  quiz: '/q1',
  'quiz-end': '/processing',
  plan: '/email',
  offer: '/sales002',
  sales: '/sales',
  'refund-request': '/refund-request',
  terms: '/terms',
  privacy: '/privacy',
  refund: '/refund',
  subscription: '/subscription',
  company: '/terms#agreement',
};

const NOT_ON_PATH = ['q11', 'final', 'sales'];

/**
 * Derives the flow of a build that declares none from its routes: they are in the order of the path that all builds of
 * that time share, from the first question to /processing and from /email to the end.
 */
function undeclaredFlow({ routes }: RemoteDescriptor): DeclaredFlow {
  const onPath = routes.map(({ screen }) => screen).filter((screen) => !NOT_ON_PATH.includes(screen));
  const first = Math.max(onPath.indexOf('q1'), onPath.indexOf('email'));
  const nextOf = (screen: string): string | null =>
    onPath.indexOf(screen) < first || ['processing', 'payment-success'].includes(screen)
      ? null
      : (onPath[onPath.indexOf(screen) + 1] ?? null);
  const isOurs = (address: string): boolean => routes.some(({ path }) => path === address.split('#', 1)[0]);
  return {
    entries: Object.fromEntries(Object.entries(UNDECLARED_ENTRIES).filter(([, address]) => isOurs(address))),
    exits: [],
    steps: routes.map(({ path, screen, title }) => ({
      key: screen,
      path,
      title,
      kind: 'undeclared',
      question: /^q\d+$/.test(screen) ? { key: screen, kind: 'one', options: [] } : null,
      counts: /^(q\d+|profile)$/.test(screen),
      next: nextOf(screen),
      exit: screen === 'processing' ? 'plan' : null,
    })),
    needs: { services: {}, plans: [], labels: [] },
  };
}

/** Returns the flow that the live builds declare together. */
export const flowOf = (remotes: readonly PageRemote[]): LiveFlow =>
  liveFlow(remotes.flatMap(({ descriptor }) => (descriptor ? [descriptor.flow ?? undeclaredFlow(descriptor)] : [])));
