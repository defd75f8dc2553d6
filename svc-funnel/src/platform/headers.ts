import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

/** What means something for pages only, and would weigh on a first load with every answer. */
const OF_PAGES = {
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

const YEAR_SECONDS = 31_536_000;

/** Headers of answers that are data and never a page. */
export const safeHeaders = (publicUrl: string) =>
  helmet({
    ...OF_PAGES,
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: publicUrl.startsWith('https:') && { maxAge: YEAR_SECONDS, includeSubDomains: false },
  });

/** Every answer is about one visitor. */
export const privateAnswers = (_request: Request, response: Response, next: NextFunction): void => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
