import { D2SnapDocument, type Source } from './document.js';
import { D2SnapError } from './error.js';
import type { LiveOptions, Options, Params } from './options.js';

/** How a snapshot is reduced, as in Webfuse's automation API. */
export type Modifier =
  | 'downsample'
  | { name: 'D2Snap' | 'downsample'; params?: { hierarchyRatio?: number; textRatio?: number; attributeRatio?: number } };

const NAMES = { hierarchyRatio: 'k', textRatio: 'l', attributeRatio: 'm' } as const;

/**
 * The snapshot of a page as text, as Webfuse's automation API takes it.
 *
 * @param source HTML, a Document or an Element.
 * @param options `modifier`: none, the page without reduction; "downsample", at the defaults; or D2Snap with its ratios, .3 each where
 *   it is not given. The others are those of `D2SnapDocument`; targets carry no numbers unless `uids` says so.
 * @throws {D2SnapError} for another modifier, and as `D2SnapDocument`.
 */
export function takeDomSnapshot(source: Source, options: Options & LiveOptions & { modifier?: Modifier | null } = {}): string {
  const { modifier, ...given } = options;
  const params = paramsOf(modifier ?? null);
  const document = new D2SnapDocument(source, { uids: false, ...given });
  const snapshot = document.snap(params);
  const { html } = snapshot;
  snapshot.dispose();
  document.dispose();
  return html;
}

function paramsOf(modifier: Modifier | null): Params {
  if (modifier === null) return { k: 0, l: 0, m: 0 };
  const { name, params = {} } = typeof modifier === 'string' ? { name: modifier, params: {} } : modifier;
  const unknown = Object.keys(params).filter((ratio) => !(ratio in NAMES));
  if ((name !== 'downsample' && name !== 'D2Snap') || unknown.length) {
    const domain = 'none, "downsample", or D2Snap with hierarchyRatio, textRatio and attributeRatio';
    throw new D2SnapError('parameter', `modifier = ${JSON.stringify(modifier)} is out of range: ${domain}`, { name: 'modifier' });
  }
  const { hierarchyRatio = 0.3, textRatio = 0.3, attributeRatio = 0.3 } = params;
  return { k: hierarchyRatio, l: textRatio, m: attributeRatio };
}
