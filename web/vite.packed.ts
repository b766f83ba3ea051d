import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { Plugin } from "vite";

const pack = promisify(brotliCompress);

const PACKED = /\.(js|css|wasm|svg)$/;

/**
 * Writes a `.br` file beside each file of the build, compressed with brotli at its strongest, which the
 * server sends to browsers that accept it: compressed once here instead of less well at every request.
 */
export function packed(): Plugin {
  return {
    name: "plumbline-packed",
    apply: "build",
    // Code that Node runs at the end of the build isn't sent to browsers.
    applyToEnvironment: ({ config }) => config.consumer === "client",
    async writeBundle({ dir }, bundle) {
      if (!dir) return;
      const files = Object.keys(bundle).filter((name) => PACKED.test(name));
      await Promise.all(files.map((name) => twin(join(dir, name))));
    },
  };
}

async function twin(path: string): Promise<void> {
  const file = await readFile(path);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: file.length,
  };
  await writeFile(`${path}.br`, await pack(file, { params }));
}
