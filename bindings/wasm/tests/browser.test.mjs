// In real Chromium, on the live DOM, under a content security policy that allows no more than WebAssembly.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

const dist = new URL('../dist/', import.meta.url);
const TYPES = { js: 'text/javascript', wasm: 'application/wasm', html: 'text/html; charset=utf-8' };
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; frame-src 'self' data:";
/** What a page of `open` has: the package under a name, since no script may be inline. */
const SETUP = `import * as d2snap from '/dist/index.js'; await d2snap.init(); globalThis.d2snap = d2snap; globalThis.ready = true;`;
const WORKER = `import { init, D2SnapDocument } from '/dist/index.js';
onmessage = async ({ data }) => { await init(); postMessage(new D2SnapDocument(data).snap().html); };`;

let browser;
let server;
let origin;
let body = '';

before(async () => {
  server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    const send = (type, content) => response.writeHead(200, { 'Content-Type': TYPES[type], 'Content-Security-Policy': POLICY }).end(content);
    if (path === '/') return send('html', body);
    if (path === '/setup.js') return send('js', SETUP);
    if (path === '/worker.js') return send('js', WORKER);
    if (!path.startsWith('/dist/')) return response.writeHead(404).end();
    return send(path.split('.').pop(), await readFile(new URL(path.slice('/dist/'.length), dist)));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${server.address().port}/`;
  const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** A page of this markup, with the package loaded. */
async function open(markup) {
  body = `<!doctype html><title>Test</title><script type=module src=/setup.js></script>${markup}`;
  const page = await browser.newPage();
  await page.goto(origin);
  await page.waitForFunction(() => globalThis.ready);
  return page;
}

/** What `d2snap` does in a page of this markup. */
async function inPage(markup, work) {
  const page = await open(markup);
  try {
    return await page.evaluate(work);
  } finally {
    await page.close();
  }
}

test('a live page is read as a user has it', async () => {
  const markup = `<style>.gone { display: none } .pre::before { content: 'Price: $5' }</style>
    <p class=gone>Hidden</p><p class=pre></p><input id=i value=old aria-label=Name><input type=password value=pw aria-label=Secret>
    <div id=host></div><iframe srcdoc="<button>Inner</button>"></iframe><iframe src="data:text/html,x" title=Other></iframe>`;
  const html = await inPage(markup, async () => {
    document.querySelector('#i').value = 'typed';
    document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<button>Shadow</button>';
    const source = document.documentElement.outerHTML;
    const { html } = new d2snap.D2SnapDocument(document).snap({ k: 1, l: 0, m: 1 });
    if (document.documentElement.outerHTML !== source) throw new Error('the page was changed');
    return html;
  });
  for (const shown of ['Price: $5', 'value=typed', 'Shadow', 'Inner', 'Other']) assert.ok(html.includes(shown), `${shown}: ${html}`);
  for (const hidden of ['Hidden', 'old', 'pw']) assert.ok(!html.includes(hidden), `${hidden}: ${html}`);
  assert.match(html, /<button uid=\d+>Shadow<\/button>/);
});

test('a part of the page has the numbers of the whole', async () => {
  const found = await inPage('<button>One</button><section id=s><button>Two</button></section>', () => {
    const part = new d2snap.D2SnapDocument(document.querySelector('#s')).snap().html;
    const clone = new d2snap.D2SnapDocument(document.querySelector('#s').cloneNode(true)).snap().html;
    return [part, clone];
  });
  assert.match(found[0], /<button uid=2>Two<\/button>/);
  assert.doesNotMatch(found[0], /One/);
  assert.match(found[1], /<button>Two<\/button>/);
});

test('resolve gives the element itself, its equal where the page made it anew, and never another', async () => {
  const found = await inPage('<main><button id=a>Buy</button><button id=b>Sell</button></main>', () => {
    const page = new d2snap.D2SnapDocument(document);
    const [buy, sell] = page.targets.map((target) => target.uid);
    const first = page.resolve(buy) === document.querySelector('#a');
    document.querySelector('main').insertAdjacentHTML('afterbegin', '<button>New</button>');
    const moved = page.resolve(buy) === document.querySelector('#a');
    document.querySelector('#b').outerHTML = '<button id=b>Sell</button>';
    const again = page.resolve(sell) === document.querySelector('#b');
    document.querySelector('#b').outerHTML = '<button id=b>Delete</button>';
    const other = page.resolve(sell);
    document.querySelector('#a').remove();
    const gone = page.resolve(buy);
    let code;
    try { page.resolve(99); } catch (error) { code = error.code; }
    return { first, moved, again, other, gone, code };
  });
  assert.deepEqual(found, { first: true, moved: true, again: true, other: null, gone: null, code: 'no-target' });
});

test('numbers are stable over time', async () => {
  const found = await inPage('<main><button>One</button><button>Two</button></main>', () => {
    const before = new d2snap.D2SnapDocument(document).snap();
    document.querySelector('main').insertAdjacentHTML('afterbegin', '<button>New</button>');
    const now = new d2snap.D2SnapDocument(document).snap();
    const diff = now.diff(before);
    return [now.uids, diff.added.map((target) => target.name), diff.removed.length];
  });
  assert.deepEqual(found, [[3, 1, 2], ['New'], 0]);
});

test('observe tells of nodes, of what is ticked, of what scripts set, in shadow roots too, until it is ended', async () => {
  const page = await open('<main><label><input type=checkbox id=c>Agree</label><input id=t aria-label=Name></main><div id=host></div>');
  await page.evaluate(() => {
    document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<p>Before</p>';
    globalThis.seen = [];
    const document_ = new d2snap.D2SnapDocument(document);
    globalThis.end = document_.observe((diff) => seen.push(diff.text), { debounce: 20, poll: 50 });
  });
  const change = async (work) => {
    const count = await page.evaluate(() => seen.length);
    await work();
    await page.waitForFunction((count) => seen.length > count, count, { timeout: 5000 });
    return page.evaluate(() => seen[seen.length - 1]);
  };
  assert.match(await change(() => page.evaluate(() => document.querySelector('main').append(document.createElement('button')))), /\+ .*<button/);
  assert.match(await change(() => page.click('#c')), /checked: false → true/);
  assert.match(await change(() => page.evaluate(() => { document.querySelector('#t').value = 'set'; })), /value/);
  assert.match(await change(() => page.evaluate(() => { document.querySelector('#host').shadowRoot.querySelector('p').textContent = 'After'; })), /After/);
  const count = await page.evaluate(() => { end(); document.querySelector('#c').click(); return seen.length; });
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => seen.length), count);
  await page.close();
});

test('a worker takes a snapshot of a text', async () => {
  const html = await inPage('', () => new Promise((done, failed) => {
    const worker = new Worker('/worker.js', { type: 'module' });
    worker.onmessage = ({ data }) => done(data);
    worker.onerror = (event) => failed(new Error(event.message));
    worker.postMessage('<h1>Shop</h1><button>Buy</button>');
  }));
  assert.equal(html, '# Shop\n<button>Buy</button>\n');
});

test('a modal dialog comes first, and what it covers is marked as inert', async () => {
  const inert = await inPage('<button>Behind</button><dialog><button>OK</button></dialog>', () => {
    document.querySelector('dialog').showModal();
    return new d2snap.D2SnapDocument(document).targets.filter(({ tag }) => tag === 'button').map(({ name, inert }) => [name, Boolean(inert)]);
  });
  assert.deepEqual(inert, [['OK', false], ['Behind', true]]);
});

test('20,000 elements', async (t) => {
  const rows = Array.from({ length: 5000 }, (_, n) => `<li><a href="/i/${n}">Item ${n}</a><span>Some words</span><button>Add</button></li>`);
  const found = await inPage(`<ul>${rows.join('')}</ul>`, () => {
    const median = (work) => {
      const times = Array.from({ length: 7 }, () => { const start = performance.now(); work(); return performance.now() - start; });
      return Math.round(times.sort((one, other) => one - other)[3]);
    };
    const html = document.documentElement.outerHTML;
    const { targets } = new d2snap.D2SnapDocument(document);
    const live = median(() => new d2snap.D2SnapDocument(document).snap().dispose());
    const budget = median(() => new d2snap.D2SnapDocument(document).adaptive().dispose());
    const text = median(() => new d2snap.D2SnapDocument(html).snap().dispose());
    return { targets: targets.length, bytes: html.length, live, budget, text, outerHTML: median(() => document.documentElement.outerHTML.length) };
  });
  assert.equal(found.targets, 10000);
  t.diagnostic(`${found.bytes} bytes: live snap ${found.live} ms, live adaptive(8192) ${found.budget} ms, snap from text ${found.text} ms, outerHTML ${found.outerHTML} ms`);
});
