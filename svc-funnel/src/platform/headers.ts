import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';

/** Headers of answers that are data and never a page. */
export const safeHeaders = (publicUrl: string) =>
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: publicUrl.startsWith('https:'),
  });

/** Every answer is about one visitor. */
export const privateAnswers = (_request: Request, response: Response, next: NextFunction): void => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
