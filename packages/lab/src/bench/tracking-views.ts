import { randomBytes } from 'node:crypto';

// Page views as a browser or a server of the funnel sends them.

export const PATHS = ['/', '/q1', '/onboarding', '/q7', '/profile', '/readiness', '/sales002', '/timeline'];

export const aSession = (): string => `session_${Date.now()}_${randomBytes(16).toString('base64url')}`;

export const aKey = (): string => {
  const [time, rest] = [Date.now().toString(16).padStart(12, '0'), randomBytes(10).toString('hex')];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
};

export const aView = (number: number) => ({
  sessionId: aSession(),
  pagePath: PATHS[number % PATHS.length],
  key: aKey(),
});

export const anExit = () => ({ exitedAt: new Date().toISOString(), timeSpentSeconds: 12.5, totalSeconds: 14.25 });
