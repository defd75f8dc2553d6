import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|json|svg|html|txt)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes a `.br` and a `.gz` file beside every compressible file, at the best quality. */
export async function compressBuild(dist) {
  const files = (await fs.readdir(dist, { recursive: true })).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(files.map((file) => compressFile(path.join(dist, file))));
}

async function compressFile(file) {
  const content = await fs.readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    brotli(content, { params }).then((small) => fs.writeFile(`${file}.br`, small)),
    zip(content, { level: 9 }).then((small) => fs.writeFile(`${file}.gz`, small)),
  ]);
}
