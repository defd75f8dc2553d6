import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketOptions } from '../store/s3-store.ts';

export { s3Store } from '../store/s3-store.ts';

/*
 * A test server for the part of S3 that a release store needs: GET, PUT and DELETE of objects with
 * `If-Match` and `If-None-Match`, and ListObjectsV2. It verifies every signature (AWS Signature Version 4).
 */

const ACCESS_KEY_ID = 'AKIATESTSTESTSTESTST';
const SECRET = 'a-secret-of-the-tests';
const REGION = 'eu-test-1';
const BUCKET = 'releases';
const PAGE = 25;

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest();

const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Returns S3's error code for an invalid signature; undefined if it is valid. */
function signatureProblem(request: http.IncomingMessage, body: Buffer): string | undefined {
  const { authorization = '', 'x-amz-date': date, 'x-amz-content-sha256': bodyHash } = request.headers;
  const [, key, scope, signed, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (!key || !scope || !signed || !signature || typeof date !== 'string') return 'AccessDenied';
  if (key !== ACCESS_KEY_ID) return 'InvalidAccessKeyId';
  if (bodyHash !== sha256(body)) return 'XAmzContentSHA256Mismatch';
  const names = signed.split(';');
  const required = ['host', 'x-amz-date', 'x-amz-content-sha256'];
  const conditions = ['if-match', 'if-none-match'].filter((name) => request.headers[name] !== undefined);
  if (![...required, ...conditions].every((name) => names.includes(name))) return 'AccessDenied';
  const url = new URL(request.url ?? '/', 'http://here');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`)
    .sort()
    .join('&');
  const canonical = [
    request.method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    signed,
    bodyHash,
  ].join('\n');
  const [day = '', region = '', service = ''] = scope.split('/');
  if (region !== REGION || service !== 's3') return 'AuthorizationHeaderMalformed';
  const signingKey = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  const expected = hmac(signingKey, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n'));
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch';
}

export interface S3Double {
  readonly options: BucketOptions;
  /** The bucket's content. */
  readonly objects: Map<string, Buffer>;
  /** How many requests were served, by method. */
  readonly served: Map<string, number>;
  /** Makes every request fail with a 503, or each that `when` selects, until the next call. */
  fail(when?: ((method: string, key: string) => boolean) | false): void;
  /** Makes the next conditional writes fail with a 409, as while another one of the same key is in progress. */
  conflict(times: number): void;
  stop(): Promise<void>;
}

const etagOf = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Starts the test server. */
export async function startS3Double(): Promise<S3Double> {
  const objects = new Map<string, Buffer>();
  const served = new Map<string, number>();
  let conflicts = 0;
  let fails: (method: string, key: string) => boolean = () => false;

  const listing = (query: URLSearchParams): string => {
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
    const from = Number(query.get('continuation-token') ?? 0);
    const isMore = from + PAGE < keys.length;
    return [
      '<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>',
      ...keys.slice(from, from + PAGE).map((key) => `<Contents><Key>${escaped(key)}</Key></Contents>`),
      `<IsTruncated>${isMore}</IsTruncated>`,
      isMore ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '',
      '</ListBucketResult>',
    ].join('');
  };

  /** Returns status, body and headers of the response to a request with a valid signature. */
  const respond = (
    method: string,
    key: string,
    { headers, query, body }: { headers: http.IncomingHttpHeaders; query: URLSearchParams; body: Buffer },
  ): [number, string | Buffer, Record<string, string>?] => {
    const error = (status: number, code: string): [number, string] => [
      status,
      `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
    ];
    if (method === 'GET' && key === '') return [200, listing(query)];
    const present = objects.get(key);
    const tag = present && etagOf(present);
    if (method === 'GET') {
      if (!present || !tag) return error(404, 'NoSuchKey');
      if (headers['if-none-match'] === tag) return [304, ''];
      return [200, present, { etag: tag }];
    }
    if (method === 'PUT') {
      if (conflicts > 0) {
        conflicts -= 1;
        return error(409, 'ConditionalRequestConflict');
      }
      if (headers['if-none-match'] === '*' && present) return error(412, 'PreconditionFailed');
      if (headers['if-match'] !== undefined && !present) return error(404, 'NoSuchKey');
      if (headers['if-match'] !== undefined && headers['if-match'] !== tag) return error(412, 'PreconditionFailed');
      objects.set(key, body);
      return [200, '', { etag: etagOf(body) }];
    }
    if (method === 'DELETE') {
      objects.delete(key);
      return [204, ''];
    }
    return error(405, 'MethodNotAllowed');
  };

  const server = http.createServer((request, response) => {
    void buffer(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://here');
      const [, bucket = '', ...parts] = url.pathname.split('/').map(decodeURIComponent);
      const [method, key] = [request.method ?? '', parts.join('/')];
      const code = fails(method, key)
        ? 'ServiceUnavailable'
        : (signatureProblem(request, body) ?? (bucket === BUCKET ? undefined : 'NoSuchBucket'));
      if (code) {
        const status = { ServiceUnavailable: 503, NoSuchBucket: 404 }[code] ?? 403;
        response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
        return;
      }
      served.set(method, (served.get(method) ?? 0) + 1);
      const [status, text, headers = {}] = respond(method, key, {
        headers: request.headers,
        query: url.searchParams,
        body,
      });
      response.writeHead(status, headers).end(text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    options: {
      bucket: BUCKET,
      prefix: 'course/',
      endpoint,
      region: REGION,
      accessKeyId: ACCESS_KEY_ID,
      secretAccessKey: SECRET,
    },
    objects,
    served,
    fail: (when = () => true) => void (fails = when || (() => false)),
    conflict: (times) => void (conflicts = times),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
