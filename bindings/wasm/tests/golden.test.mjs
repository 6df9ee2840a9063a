// The golden pages of the Rust tests give the same bytes in WebAssembly at the same parameters.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { D2SnapDocument, init } from '../dist/index.js';

const root = new URL('../../../', import.meta.url);
const golden = new URL('crates/d2snap/tests/it/snapshots/', root);
const page = (name) => readFileSync(new URL(`datasets/pages/${name}.html`, root), 'utf8');

const at = (k, l, m) => (html) => new D2SnapDocument(html, { uids: true }).snap({ k, l, m });
const SETTINGS = {
  'k0-l0-m0': at(0, 0, 0),
  'k.3-l.3-m.3': at(0.3, 0.3, 0.3),
  'k.6-l.9-m.3': at(0.6, 0.9, 0.3),
  'k1-l1-m1': at(1, 1, 1),
  // Counted by o200k_base, which the second module has.
  'tokens-1000': (html) => new D2SnapDocument(html, { uids: true }).adaptive({ maxTokens: 1000, tokenizer: 'o200k_base' }),
  'paper-k.3-l.3-m.3': (html) => new D2SnapDocument(html, { profile: 'paper' }).snap(),
};

const files = readdirSync(golden).filter((file) => file.includes('@') && !file.endsWith('@targets.snap'));
assert.ok(files.length > 60);

for (const exact of [false, true]) {
  test(exact ? 'the module with tokenizers' : 'the base module', async (t) => {
    await init({ exact });
    for (const file of files) {
      const [name, setting] = file.replace(/\.snap$/, '').split('@');
      if (!exact && setting === 'tokens-1000') continue;
      await t.test(file, () => {
        const wanted = readFileSync(new URL(file, golden), 'utf8').split('---\n').slice(2).join('---\n');
        assert.equal(SETTINGS[setting](page(name)).html, wanted);
      });
    }
  });
}
