// The API of the package, in Node.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as d2snap from '../dist/index.js';
import * as compat from '../dist/compat/index.js';
import * as later from '../dist/compat/v2.js';

const { D2SnapDocument, D2SnapError, countTokens, init, takeDomSnapshot } = d2snap;
const SHOP = '<h1>Shop</h1><div class=a><p>Open now.</p><button>Buy</button></div>';

/** A page that no small budget holds. */
const LONG = `<h1>Links</h1>${Array.from({ length: 300 }, (_, n) => `<p><a href="/item/${n}">Item number ${n}</a></p>`).join('')}`;

const code = (wanted) => (error) => error instanceof D2SnapError && error.code === wanted;

test('before init() an error says so', () => {
  assert.throws(() => new D2SnapDocument(SHOP), code('not-initialised'));
});

test('what can not be loaded is told, and init() may be tried again', async () => {
  await assert.rejects(init({ module: new Uint8Array([1, 2, 3]) }), code('load'));
  await init();
});

test('a snapshot has its text, numbers and targets', () => {
  const snapshot = new D2SnapDocument(SHOP, { uids: true }).snap({ k: 0, l: 0, m: 0 });
  assert.equal(snapshot.html, '# Shop\n<div class=a>\nOpen now.\n<button uid=1>Buy</button>\n</div>\n');
  assert.equal(String(snapshot), snapshot.html);
  assert.equal(snapshot.tokens, Math.ceil(snapshot.html.length / 4));
  assert.deepEqual(snapshot.params, { k: 0, l: 0, m: 0 });
  assert.deepEqual(snapshot.uids, [1]);
  assert.equal(snapshot.targets[0].name, 'Buy');
  assert.equal(snapshot.targets[0].selector, 'body > div > button');
  assert.equal(snapshot.stats.sentencesKept, 3);
  assert.equal(snapshot.adaptive, null);
});

test('k may be infinite, also as JSON', () => {
  const snapshot = new D2SnapDocument(SHOP).snap({ k: Infinity, l: 0, m: 1 });
  assert.equal(snapshot.params.k, Infinity);
  assert.equal(JSON.parse(JSON.stringify(snapshot)).params.k, 'inf');
});

test('a budget is met, by the tokenizer and by a function of the caller', () => {
  const page = new D2SnapDocument(LONG, { uids: true });
  const snapshot = page.adaptive({ maxTokens: 300, task: 'open item number 250' });
  assert.ok(snapshot.tokens <= 300 && snapshot.tokens > 250, String(snapshot.tokens));
  assert.ok(snapshot.html.includes('Item number 250'));
  assert.ok(snapshot.adaptive.elided.targets > 0);
  const words = (text) => text.split(/\s+/).length;
  const counted = page.adaptive({ maxTokens: 100, countTokens: words });
  assert.equal(counted.tokens, words(counted.html));
  assert.ok(counted.tokens <= 100);
  const part = page.expand([120, 121, 122], { maxTokens: 300 });
  assert.deepEqual(part.uids, [120, 121, 122]);
});

test('what a counter throws is thrown unchanged, and the engine goes on', () => {
  const page = new D2SnapDocument(LONG);
  const mine = new Error('mine');
  const throws = () => page.adaptive({ maxTokens: 100, countTokens: () => { throw mine; } });
  assert.throws(throws, (error) => error === mine);
  assert.throws(() => page.adaptive({ maxTokens: 100, countTokens: () => 'many' }), TypeError);
  assert.ok(page.adaptive({ maxTokens: 100 }).tokens <= 100);
});

test('a diff tells what changed', () => {
  const page = new D2SnapDocument(SHOP, { uids: true });
  const diff = page.snap({ k: 1, l: 0, m: 0 }).diff(page.snap({ k: 0, l: 0, m: 0 }));
  assert.deepEqual(diff.lines.map(({ kind }) => kind), ['removed', 'removed']);
  assert.match(diff.text, /^- <div class=a>/);
});

test('errors have a code and what it tells of', () => {
  const page = new D2SnapDocument(LONG);
  const k = (error) => code('parameter')(error) && error.message === 'k = 2 is out of range: 0 to 1, or infinity to linearise';
  assert.throws(() => page.snap({ k: 2 }), k);
  assert.throws(() => page.snap({ k: NaN }), code('parameter'));
  assert.throws(() => new D2SnapDocument(SHOP, { hidden: 'none' }), code('parameter'));
  assert.throws(() => new D2SnapDocument(SHOP, { hiden: 'keep' }), code('parameter'));
  assert.throws(() => new D2SnapDocument(SHOP, { selector: 'nav' }), code('no-match'));
  assert.throws(() => new D2SnapDocument(SHOP, { selector: '<' }), code('selector'));
  assert.throws(() => new D2SnapDocument(LONG, { limits: { maxElements: 10 } }), code('limit'));
  assert.throws(() => page.adaptive({ maxTokens: -1 }), code('parameter'));
  assert.throws(() => page.adaptive({ tokenizer: 'o200k_base' }), code('tokenizer'));
  assert.throws(() => page.expand([9999]), code('no-target'));
  const unreachable = (error) => code('budget-unreachable')(error) && error.details.budget === 20 && error.details.smallest > 20;
  assert.throws(() => page.adaptive({ maxTokens: 20, onOverflow: 'error' }), unreachable);
});

test('what was disposed of is gone, and snapshots outlive their document', () => {
  const page = new D2SnapDocument(SHOP, { uids: true });
  const snapshot = page.snap();
  page.dispose();
  page.dispose();
  assert.throws(() => page.snap(), code('freed'));
  assert.equal(snapshot.targets[0].name, 'Buy');
  snapshot[Symbol.dispose]?.();
});

test('memory does not grow with documents that are disposed of', () => {
  const once = () => {
    const page = new D2SnapDocument(LONG);
    page.snap().dispose();
    page.dispose();
  };
  for (let n = 0; n < 50; n += 1) once();
  const before = process.memoryUsage().external + process.memoryUsage().arrayBuffers;
  for (let n = 0; n < 1000; n += 1) once();
  const grown = process.memoryUsage().external + process.memoryUsage().arrayBuffers - before;
  assert.ok(grown < 8 * 2 ** 20, `${grown} bytes`);
});

test('a snapshot as the automation API takes it', () => {
  assert.equal(takeDomSnapshot(SHOP), '# Shop\n<div class=a>\nOpen now.\n<button>Buy</button>\n</div>\n');
  const params = { hierarchyRatio: 1, textRatio: 0, attributeRatio: 1 };
  assert.equal(takeDomSnapshot(SHOP, { modifier: { name: 'D2Snap', params } }), '# Shop\nOpen now.\n<button>Buy</button>\n');
  assert.equal(takeDomSnapshot(SHOP, { modifier: 'downsample' }), new D2SnapDocument(SHOP).snap().html);
  assert.throws(() => takeDomSnapshot(SHOP, { modifier: 'upsample' }), code('parameter'));
});

test('the published API and the later one', async () => {
  const paper = new D2SnapDocument(SHOP, { profile: 'paper' });
  assert.equal(await compat.d2Snap(SHOP, 0.4, 0.6, 0.8), paper.snap({ k: 0.4, l: 0.6, m: 0.8 }).html);
  assert.match(await compat.d2Snap(SHOP, 0, 0, 0, { assignUniqueIDs: true, debug: true }), /data-uid/);
  const result = await later.d2Snap(LONG, 0.4, 0.8, 0.6);
  assert.equal(result.html, new D2SnapDocument(LONG, { profile: 'paper' }).snap({ k: 0.4, l: 0.6, m: 0.8 }).html);
  assert.deepEqual(result.parameters, { rE: 0.4, rA: 0.8, rT: 0.6 });
  assert.equal(result.meta.originalSize, LONG.length);
  assert.equal(result.meta.tokenEstimate, Math.ceil(result.html.length / 4));
  assert.ok((await later.adaptiveD2Snap(SHOP, 50, 5)).meta.tokenEstimate <= 50);
  await assert.rejects(compat.adaptiveD2Snap(LONG, 10), RangeError);
});

test('the second module counts exactly, and documents of the first go on', async () => {
  const before = new D2SnapDocument(LONG);
  await init({ exact: true });
  assert.equal(countTokens('hello world'), 2);
  assert.equal(countTokens('hello world', 'cl100k_base'), 2);
  assert.equal(countTokens('hello world', 'chars4'), 3);
  assert.equal(new D2SnapDocument(SHOP).adaptive({ task: 'buying' }).tokens, countTokens(new D2SnapDocument(SHOP).snap({ k: 0, l: 0, m: 0 }).html));
  assert.ok(before.adaptive({ maxTokens: 100 }).tokens <= 100);
});
