import { createHash } from 'node:crypto';

/**
 * Returns the hash with which a browser verifies a file.
 * @param {Buffer} body
 */
export const integrityOf = (body) => `sha384-${createHash('sha384').update(body).digest('base64')}`;
