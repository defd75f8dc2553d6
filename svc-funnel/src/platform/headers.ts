import type { NextFunction, Request, Response } from 'express';

/** Every answer is about one visitor. */
export const privateAnswers = (_request: Request, response: Response, next: NextFunction): void => {
  response.setHeader('Cache-Control', 'no-store');
  next();
};
