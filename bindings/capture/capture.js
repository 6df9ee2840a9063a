/*
 * Reads a live page into the node list that the engine takes (Document::from_capture). README.md beside this file
 * says what the list is.
 *
 * The file is one expression, a function. Called, it gives a capturer:
 *
 *   const capturer = createCapturer({ id });
 *   const json = capturer.capture({ listeners, closedRoots });
 *   capturer.element(ref); capturer.ref(element);
 *
 * It only reads: it sets no attribute, adds no node and no style, moves no focus and no scroll position, sends no event,
 * and holds elements weakly. Nothing is compiled from text, so that it works under any content security policy.
 */
(function createCapturer(settings) {
  'use strict';

  const { id } = settings ?? {};

  const VERSION = 1;
  /** Frames in one another that are entered. */
  const MAX_FRAME_DEPTH = 8;
  /** Characters of an attribute's value. */
  const MAX_VALUE = 65536;
  /** Characters of a capture; what would exceed it is left out, and the capture says so. */
  const MAX_CHARACTERS = 48 * 1024 * 1024;
  /** Targets of which it is found out whether something lies over them. */
  const MAX_HIT_TESTS = 2000;

  const HTML = 'http://www.w3.org/1999/xhtml';
  const SPACES = new Map([
    ['http://www.w3.org/2000/svg', 'svg '],
    ['http://www.w3.org/1998/Math/MathML', 'math '],
    ['http://www.w3.org/1999/xlink', 'xlink '],
    ['http://www.w3.org/XML/1998/namespace', 'xml '],
  ]);

  const words = (text) => new Set(text.split(' '));
  /** Elements whose content no snapshot holds; their ids count, since selectors must not meet them. */
  const SILENT = words('script style link meta noscript noframes noembed template base');
  /** Of an svg only these can matter. */
  const SVG = words('svg g a text tspan textPath title desc switch foreignObject');
  /** Browsers give these no box, and yet they say something. */
  const BOXLESS = words('area map datalist rp option optgroup slot param source track wbr col colgroup frame frameset');
  const ROLES = words(
    'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider ' +
      'spinbutton switch tab textbox treeitem gridcell row',
  );
  const CONTROLS = words('button select textarea summary input');
  /** Inputs whose value is what a user typed or chose. */
  const VALUELESS = words('checkbox radio submit reset button image hidden');
  const HANDLERS = ['onclick', 'onmousedown', 'onmouseup', 'onpointerdown', 'onpointerup'];

  // A form's fields and a document's images hide properties of the same name: these do not ask the object.
  const getter = (prototype, name) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name);
    return (object) => get.call(object);
  };
  const firstChild = getter(Node.prototype, 'firstChild');
  const nextSibling = getter(Node.prototype, 'nextSibling');
  const parentNode = getter(Node.prototype, 'parentNode');
  const nodeType = getter(Node.prototype, 'nodeType');
  const shadowRoot = getter(Element.prototype, 'shadowRoot');
  const attributesOf = getter(Element.prototype, 'attributes');
  const localName = getter(Element.prototype, 'localName');
  const namespaceURI = getter(Element.prototype, 'namespaceURI');
  const assignedSlot = getter(Element.prototype, 'assignedSlot');
  const textSlot = getter(Text.prototype, 'assignedSlot');
  const data = getter(CharacterData.prototype, 'data');
  const documentElement = getter(Document.prototype, 'documentElement');
  const getAttribute = (element, name) => Element.prototype.getAttribute.call(element, name);
  const boundingRect = (element) => Element.prototype.getBoundingClientRect.call(element);
  const canTellVisibility = typeof Element.prototype.checkVisibility === 'function';
  const VISIBLE = { opacityProperty: true, visibilityProperty: true };
  const isVisible = (element) => Element.prototype.checkVisibility.call(element, VISIBLE);

  const capturerId = id ?? Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const refs = new WeakMap();
  const elements = new Map();
  let lastRef = 0;
  /** Fields that were for a secret once: one whose text is shown for a while still holds it. */
  const secrets = new WeakSet();
  const gone = typeof FinalizationRegistry === 'function' ? new FinalizationRegistry((ref) => elements.delete(ref)) : null;

  function refOf(element) {
    let ref = refs.get(element);
    if (ref === undefined) {
      ref = ++lastRef;
      refs.set(element, ref);
      elements.set(ref, new WeakRef(element));
      gone?.register(element, ref);
    }
    return ref;
  }

  /** A text as JSON; half of a surrogate pair is no text. */
  function json(text) {
    const written = JSON.stringify(text);
    return written.includes('\\ud') ? JSON.stringify(text.toWellFormed()) : written;
  }

  function isSecret(element, name) {
    if (name !== 'input' && name !== 'textarea' && name !== 'select') return false;
    if (secrets.has(element)) return true;
    const type = (getAttribute(element, 'type') ?? '').trim().toLowerCase();
    const tokens = (getAttribute(element, 'autocomplete') ?? '').toLowerCase().split(/\s+/);
    const is =
      type === 'password' || tokens.some((token) => /^(?:current-password|new-password|one-time-code|cc-.*)$/.test(token));
    if (is) secrets.add(element);
    return is;
  }

  /** The words of a `content` property: of strings, or of their alternative text. */
  function generated(content) {
    if (!content || content === 'none' || content === 'normal') return '';
    const strings = (text) => Array.from(text.matchAll(/"((?:[^"\\]|\\.)*)"/g), (match) => match[1].replace(/\\(.)/g, '$1')).join('');
    const slash = content.match(/"\s*\/\s*(".*)$/);
    const text = strings(slash ? slash[1] : content);
    // Icons and ornaments say nothing.
    return /[\p{L}\p{N}*]/u.test(text) ? text.replace(/\p{Co}/gu, '') : '';
  }

  /** What style sheets say that few elements need to be asked for. */
  function rareStyles(root) {
    const found = { before: new Set(), after: new Set(), clip: new Set(), indent: new Set(), small: new Set(), unknown: false };
    const selectors = { before: [], after: [], clip: [], indent: [], small: [] };
    const sheets = [...root.styleSheets, ...(root.adoptedStyleSheets ?? [])];
    const left = [];
    for (const sheet of sheets) {
      if (sheet.disabled) continue;
      try {
        left.push(sheet.cssRules);
      } catch {
        found.unknown = true;
      }
    }
    while (left.length) {
      for (const rule of left.pop()) {
        const { style, selectorText } = rule;
        if (rule.styleSheet) {
          try {
            left.push(rule.styleSheet.cssRules);
          } catch {
            found.unknown = true;
          }
          continue;
        }
        if (rule.cssRules?.length) left.push(rule.cssRules);
        if (!style || !selectorText) continue;
        const nested = selectorText.includes('&') || rule.parentRule?.selectorText !== undefined;
        const add = (list) => (nested ? (found.unknown = true) : list.push(selectorText));
        if (style.content && /:(?:before|after)/.test(selectorText)) {
          for (const part of selectorText.split(/,(?![^(]*\))/)) {
            const which = /::?before\b/.test(part) ? 'before' : /::?after\b/.test(part) ? 'after' : null;
            if (which && nested) found.unknown = true;
            else if (which) selectors[which].push(part.replace(/::?(?:before|after)\b.*$/, '').trim() || '*');
          }
        }
        if (style.clip || style.clipPath) add(selectors.clip);
        if (style.textIndent.startsWith('-')) add(selectors.indent);
        if (style.fontSize && !/^[1-9]|^0?\.[1-9]|^[a-z]/.test(style.fontSize)) add(selectors.small);
        if (/^(?:var|calc|clamp|min|max)\(/.test(style.fontSize)) add(selectors.small);
      }
    }
    const inline = { clip: '[style*="clip"]', indent: '[style*="indent"]', small: '[style*="font"]' };
    for (const [what, list] of Object.entries(selectors)) {
      if (inline[what]) list.push(inline[what]);
      for (const selector of new Set(list)) {
        try {
          for (const element of root.querySelectorAll(selector)) found[what].add(element);
        } catch {
          found.unknown = true;
        }
      }
    }
    return found;
  }

  function capture(given) {
    const { listeners, closedRoots } = given ?? {};
    const listening = new Set(listeners ?? []);
    const closed = new Map();
    for (const root of closedRoots ?? []) closed.set(root.host, root);

    const names = new Map();
    const heads = [];
    const facts = [];
    const targets = [];
    const slots = new Map();
    const modals = [];
    let characters = 0;
    let cut = false;

    function name(text) {
      let index = names.get(text);
      if (index === undefined) {
        index = names.size;
        names.set(text, index);
      }
      return index;
    }

    function push(head, fact) {
      characters += head.length;
      if (characters > MAX_CHARACTERS) cut = true;
      facts.push(fact);
      return heads.push(head) - 1;
    }

    /** What holds for all of a document. */
    function context(document, level, urls, host) {
      const window = document.defaultView;
      const root = documentElement(document);
      const body = document.body;
      const width = window?.innerWidth ?? 0;
      const height = window?.innerHeight ?? 0;
      let laid = Boolean(window && root && width > 0 && height > 0 && window.getComputedStyle(root));
      if (laid && body) {
        const style = window.getComputedStyle(body);
        // A page that is about to be shown, or that is not laid out at all.
        if (style.display === 'none' || style.visibility !== 'visible' || style.opacity === '0') laid = false;
        else if (style.display === '') laid = false;
      }
      const scroller = document.scrollingElement ?? root;
      const x = window?.scrollX ?? 0;
      const y = window?.scrollY ?? 0;
      const rtl = laid && window.getComputedStyle(root).direction === 'rtl';
      const pageWidth = Math.max(scroller?.scrollWidth ?? 0, width);
      const pageHeight = Math.max(scroller?.scrollHeight ?? 0, height);
      const fixedX = laid && [root, body].some((element) => element && /hidden|clip/.test(window.getComputedStyle(element).overflowX));
      // What can be scrolled to, in coordinates of the viewport.
      const reach = {
        left: (rtl && !fixedX ? width - pageWidth : 0) - x,
        top: -y,
        right: (rtl || fixedX ? width : pageWidth) - x,
      };
      const rare = laid ? rareStyles(document) : null;
      return { document, window, level, urls, host, laid, width, height, x, y, pageWidth, pageHeight, reach, rare, backgrounds: new Map() };
    }

    const VISIBLE_STATE = { hidden: false, dead: false, pointer: false, control: false, folded: false, boxless: false, gone: null };

    /** The frames, the shadow roots and the nodes that are still to be read, the innermost last. */
    const levels = [];
    const top = context(document, 0, [location.href.split('#')[0]], null);
    const pageIndex = push(top.laid ? '[-1,9' : '[-1,9,true', null);
    levels.push({ next: documentElement(document), index: pageIndex, state: VISIBLE_STATE, context: top, rare: top.rare, mode: 'html', emitted: false });

    while (levels.length && !cut) {
      const level = levels[levels.length - 1];
      const node = level.next;
      if (!node) {
        levels.pop();
        if (level.after) push(`[${level.index},3,${json(level.after)}`, null);
        continue;
      }
      level.next = nextSibling(node);
      const type = nodeType(node);
      if (type === 1) visit(node, level);
      else if (type === 3 || type === 4) text(node, level);
    }

    function text(node, level) {
      if (level.mode === 'head' || level.mode === 'none') return;
      const content = data(node);
      if (content === '') return;
      let { textHidden } = level;
      if (level.host) {
        const slot = textSlot(node) ?? level.slotOf?.('');
        const state = slot ? slots.get(slot) : null;
        if (state?.hidden && !level.state.hidden) textHidden = state.reason;
        else if (!state) textHidden = undefined;
      }
      push(`[${level.index},3,${json(content)}${textHidden ? `,"${textHidden}"` : ''}`, null);
    }

    function visit(element, level) {
      const { context } = level;
      const local = localName(element);
      const space = namespaceURI(element);
      const isHtml = space === HTML;
      let mode = level.mode;
      if (mode === 'head' && !(isHtml && (local === 'title' || local === 'base'))) {
        // Ids in the head can be met by selectors too.
        if (!getAttribute(element, 'id')) return;
      }
      const isSilent = (isHtml && SILENT.has(local)) || (space === 'http://www.w3.org/2000/svg' && !SVG.has(local));
      if (isSilent && local !== 'base') {
        const id = getAttribute(element, 'id');
        const inSvg = !isHtml;
        if (inSvg && !id) return;
        push(`[${level.index},1,${name(qualified(local, space))},[${id ? `${name('id')},${json(id)}` : ''}],0`, null);
        return;
      }

      const fact = {};
      const secret = isHtml && isSecret(element, local);
      const head = `[${level.index},1,${name(qualified(local, space))},[${attributes(element, local, secret)}],${refOf(element)}`;
      const index = push(head, fact);
      if (isHtml) live(element, local, secret, fact);

      // How it is shown, beginning with what it stands in as it is shown.
      let above = level.state;
      if (level.host) {
        const slot = assignedSlot(element) ?? level.slotOf?.(getAttribute(element, 'slot') ?? '');
        above = (slot && slots.get(slot)) ?? above;
      }
      const parts = { textHidden: undefined, before: '', after: '' };
      const isRoot = isHtml && (local === 'html' || local === 'body' || local === 'frameset') && !level.state.inside;
      const inHead = mode === 'head' || local === 'head';
      const state =
        inHead || !context.laid || isRoot
          ? { ...above, inside: local === 'body' || local === 'frameset' || above.inside }
          : judge(element, local, isHtml, above, level, fact, parts);
      if (isRoot && context.laid) ownText(element, level, parts, state);

      if (isHtml && !inHead && !isRoot) behave(element, local, level, state, above, fact);
      if (isHtml && local === 'dialog' && !state.hidden && element.matches(':modal')) modals.push({ element, index });

      if (isHtml && (local === 'iframe' || local === 'frame')) return frame(element, index, level, fact, state);
      if (isHtml && local === 'textarea') {
        if (!secret && element.value !== '') push(`[${index},3,${json(element.value)}`, null);
        return;
      }
      if (isHtml && local === 'slot') slots.set(element, { ...state });
      if (isHtml && local === 'head') mode = 'head';

      const root = isHtml ? (shadowRoot(element) ?? closed.get(element) ?? null) : null;
      const base = { state, context, rare: level.rare, mode, textHidden: parts.textHidden };
      const first = firstChild(element);
      if (root) {
        const inner = push(`[${index},11`, null);
        const rare = context.laid ? rareStyles(root) : null;
        const slotOf = (wanted) => [...root.querySelectorAll('slot')].find((slot) => (slot.getAttribute('name') ?? '') === wanted) ?? null;
        levels.push({ ...base, next: first, index, host: element, slotOf });
        if (parts.before) push(`[${inner},3,${json(parts.before)}`, null);
        levels.push({ ...base, next: firstChild(root), index: inner, rare, after: parts.after });
        return;
      }
      if (parts.before) push(`[${index},3,${json(parts.before)}`, null);
      if (first || parts.after) levels.push({ ...base, next: first, index, after: parts.after });
    }

    function qualified(local, space) {
      return space === HTML || space === null ? local : (SPACES.get(space) ?? '') + local;
    }

    function attributes(element, local, secret) {
      let written = '';
      const list = attributesOf(element);
      for (let at = 0; at < list.length; at++) {
        const attribute = list[at];
        let { value } = attribute;
        const space = attribute.namespaceURI;
        const title = space === null ? attribute.name : (SPACES.get(space) ?? '') + attribute.localName;
        if (secret && title === 'value') continue;
        if (title === 'srcdoc') continue;
        if (value.length > 1024 && /^\s*data:/i.test(value)) value = value.slice(0, 128);
        if (value.length > MAX_VALUE) value = value.slice(0, MAX_VALUE);
        written += `${written ? ',' : ''}${name(title)},${json(value)}`;
      }
      return written;
    }

    /** What was typed, ticked and chosen. */
    function live(element, local, secret, fact) {
      if (local === 'input') {
        const { type } = element;
        if (type === 'checkbox' || type === 'radio') {
          fact.checked = element.checked;
          if (element.indeterminate) fact.indeterminate = true;
        } else if (secret) {
          fact.filled = element.value !== '';
        } else if (type === 'file') {
          fact.value = Array.from(element.files ?? [], (file) => file.name).join(', ');
        } else if (!VALUELESS.has(type)) {
          const { value } = element;
          if (value !== (getAttribute(element, 'value') ?? '')) fact.value = value.slice(0, MAX_VALUE);
        }
      } else if (local === 'textarea') {
        if (secret) fact.filled = element.value !== '';
      } else if (local === 'select') {
        if (secret) fact.filled = element.value !== '';
      } else if (local === 'option') {
        const list = element.closest('select');
        const selected = element.selected && !(list && isSecret(list, 'select'));
        if (selected !== (getAttribute(element, 'selected') !== null)) fact.selected = selected;
      }
    }

    /** Whether an element is seen, and why not. */
    function judge(element, local, isHtml, above, level, fact, parts) {
      const { context, rare } = level;
      if (above.dead) return above;
      if (isHtml && BOXLESS.has(local)) return { ...above, boxless: true };
      if (above.boxless || above.folded) {
        // No geometry is to be had, or none that means something; an option can still be taken out.
        if (local === 'summary' && above.folded === 'details') return { ...above, folded: false };
        return above;
      }
      let style = null;
      const styleOf = () => (style ??= context.window.getComputedStyle(element));
      let reason = null;
      let dead = false;
      let invisible = false;
      if (!canTellVisibility || above.hidden || !isVisible(element)) {
        const { display, visibility, opacity } = styleOf();
        if (display === 'none') [reason, dead] = ['display-none', true];
        else if (opacity === '0') [reason, dead] = ['opacity', true];
        else if (visibility !== 'visible') [reason, invisible] = ['visibility-hidden', true];
        else if (above.gone) reason = escapes(element, above.gone, styleOf()) ? null : above.gone.reason;
        else if (display !== 'contents' && canTellVisibility && !isVisible(element)) [reason, dead] = ['content-visibility', true];
      }
      let rect = null;
      let clipped = null;
      if (!reason) {
        rect = boundingRect(element);
        const small = rect.width <= 1 || rect.height <= 1;
        const off = rect.width > 0 && rect.height > 0 && isOffPage(rect, context);
        if (small && !off) reason = tooSmall(element, local, rect, styleOf);
        else if (off && isOffPageForSure(element, rect, context, styleOf)) reason = 'off-page';
        if (!reason && (rare.unknown || rare.clip.has(element)) && isClipped(styleOf())) reason = 'clipped';
        if (reason === 'zero-size') clipped = { reason, element, positioned: styleOf().position !== 'static' };
        else if (reason) dead = true;
      }
      const state = { ...above, hidden: Boolean(reason), reason, dead, gone: clipped ?? above.gone, inside: true };
      if (reason && !above.hidden) fact.hidden = reason;
      else if (!reason && above.hidden) fact.shown = true;
      if (reason && dead && reason !== 'display-none') {
        state.operable = reason === 'opacity';
        if (state.operable && isOperable(element, local, context)) {
          delete fact.hidden;
          return { ...state, hidden: false, dead: false };
        }
      }
      if (local === 'details' && isHtml && !element.open) state.folded = 'details';
      if (local === 'select' && isHtml) state.boxless = true;
      if (!reason) {
        state.rect = rect;
        ownText(element, level, parts, state, styleOf);
      } else if (invisible) {
        parts.textHidden = undefined;
      }
      return state;
    }

    /** Whether it stands outside of a box that hides what it holds. */
    function escapes(element, box, style) {
      if (box.positioned) return style.position === 'fixed';
      if (style.position !== 'absolute' && style.position !== 'fixed') {
        const parent = element.offsetParent;
        return Boolean(parent) && parent !== box.element && box.element.contains(parent) && boundingRect(element).height > 0 && false;
      }
      const rect = boundingRect(element);
      return rect.width > 1 && rect.height > 1;
    }

    /** A control that is transparent over what stands for it takes clicks all the same. */
    function isOperable(element, local, context) {
      if (local !== 'input' && local !== 'select') return false;
      if (local === 'input' && !['checkbox', 'radio', 'file', 'range'].includes(element.type) && getAttribute(element, 'autocomplete') !== 'one-time-code') return false;
      const rect = boundingRect(element);
      if (rect.width < 5 || rect.height < 5 || isOffPage(rect, context)) return false;
      return context.window.getComputedStyle(element).pointerEvents !== 'none';
    }

    function isOffPage(rect, { reach }) {
      return rect.right <= reach.left || rect.bottom <= reach.top || rect.left >= reach.right;
    }

    /** Nothing that scrolls brings it into sight. */
    function isOffPageForSure(element, rect, context, styleOf) {
      const { window, height, width } = context;
      if (styleOf().position === 'fixed') {
        // A bar that hides while one scrolls is above by no more than itself.
        return rect.right <= 0 || rect.left >= width || rect.top >= height || rect.bottom < -200;
      }
      for (let at = flatParent(element); at && at !== context.document.body; at = flatParent(at)) {
        if (nodeType(at) !== 1) continue;
        const style = window.getComputedStyle(at);
        if (style.overflowX !== 'visible' && (at.scrollWidth > at.clientWidth || at.scrollHeight > at.clientHeight)) return false;
        if (style.position === 'fixed') {
          const box = boundingRect(at);
          return box.width > 0 && box.height > 0 ? !(rect.right > 0 && rect.left < width) : false;
        }
      }
      return true;
    }

    function flatParent(node) {
      const slot = nodeType(node) === 1 ? assignedSlot(node) : null;
      if (slot) return slot;
      const parent = parentNode(node);
      return parent && nodeType(parent) === 11 ? (parent.host ?? null) : parent;
    }

    function tooSmall(element, local, rect, styleOf) {
      const empty = rect.width === 0 || rect.height === 0;
      if (local === 'img' && (!element.complete || element.naturalWidth === 0)) return null;
      if (local === 'iframe' && empty) return 'zero-size';
      const { overflowX, overflowY, display, transform, position } = styleOf();
      if (display === 'contents' || display.startsWith('table') || display === 'inline') {
        return local === 'input' && rect.width <= 1 && rect.height <= 1 && !empty ? 'tiny' : null;
      }
      if (empty && /^matrix\((?:0, 0, |[^,]+, [^,]+, 0, 0,)/.test(transform)) return 'zero-size';
      const clipsX = overflowX !== 'visible';
      const clipsY = overflowY !== 'visible';
      if ((rect.width === 0 && clipsX) || (rect.height === 0 && clipsY)) {
        return element.firstChild || local === 'input' ? 'zero-size' : null;
      }
      if (rect.width <= 1 && rect.height <= 1 && (CONTROLS.has(local) || (clipsX && clipsY))) return empty && local !== 'input' ? null : 'tiny';
      return position === 'absolute' && rect.width <= 1 && rect.height <= 1 && !empty ? 'tiny' : null;
    }

    function isClipped({ clip, clipPath, position }) {
      if (clip && clip !== 'auto' && (position === 'absolute' || position === 'fixed')) {
        const [top, right, bottom, left] = clip.match(/-?[\d.]+(?=px|\b)/g)?.map(Number) ?? [];
        if (bottom - top <= 1 || right - left <= 1) return true;
      }
      if (!clipPath || clipPath === 'none') return false;
      const inset = clipPath.match(/^inset\(([^)]*?)(?: round [^)]*)?\)/);
      if (inset) {
        const values = inset[1].trim().split(/\s+/);
        if (!values.every((value) => value.endsWith('%'))) return false;
        const [top, right = top, bottom = top, left = right] = values.map((value) => parseFloat(value));
        return top + bottom >= 100 || left + right >= 100;
      }
      if (/^circle\(0(?:px|%)?(?: |\))/.test(clipPath)) return true;
      const polygon = clipPath.match(/^polygon\((.*)\)$/);
      return Boolean(polygon) && new Set(polygon[1].split(',').map((point) => point.trim())).size < 3;
    }

    /** What an element's own text looks like, and what style sheets put before and behind it. */
    function ownText(element, level, parts, state, styleOf = () => level.context.window.getComputedStyle(element)) {
      const { context, rare } = level;
      if (!rare) return;
      for (const which of ['before', 'after']) {
        if (!rare.unknown && !rare[which].has(element)) continue;
        const style = context.window.getComputedStyle(element, `::${which}`);
        const said = generated(style.content);
        if (said && style.display !== 'none' && style.visibility === 'visible' && style.opacity !== '0') parts[which] = said;
      }
      let small = state.small || rare.unknown || rare.small.has(element);
      if (small) {
        if (!rare.unknown) state.small = true;
        small = parseFloat(styleOf().fontSize) < 1;
      }
      let has = false;
      for (let child = firstChild(element); child && !has; child = nextSibling(child)) {
        has = nodeType(child) === 3 && /\S/.test(data(child));
      }
      if (small) parts.textHidden = 'font-size';
      else if (has && (rare.unknown || rare.indent.has(element)) && parseFloat(styleOf().textIndent) < -500) parts.textHidden = 'off-page';
      else if (has && isUnreadable(element, context, styleOf())) parts.textHidden = 'same-color';
      if (parts.textHidden) parts.before = parts.after = '';
    }

    function parseColor(color) {
      const parts = color.match(/^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/);
      return parts ? { key: `${parts[1]},${parts[2]},${parts[3]}`, alpha: parts[4] === undefined ? 1 : Number(parts[4]) } : null;
    }

    /** Whether text has the colour of what is behind it, for sure. */
    function isUnreadable(element, context, style) {
      const color = parseColor(style.color);
      if (!color) return false;
      const behind = background(element, context);
      if (!behind || (color.alpha > 0.02 && color.key !== behind.key)) return false;
      const fill = parseColor(style.webkitTextFillColor);
      if (!fill || (fill.alpha > 0.02 && fill.key !== behind.key)) return false;
      if (style.textShadow !== 'none' || parseFloat(style.webkitTextStrokeWidth) > 0) return false;
      const rect = boundingRect(element);
      const x = rect.left + rect.width / 2;
      const y = rect.top + rect.height / 2;
      for (let at = element; at && nodeType(at) === 1; at = flatParent(at)) {
        const own = at === element ? style : context.window.getComputedStyle(at);
        if (own.mixBlendMode !== 'normal' || own.filter !== 'none' || own.backgroundClip === 'text') return false;
        if (at !== behind.element && ['::before', '::after'].some((which) => isPainted(context.window.getComputedStyle(at, which)))) return false;
        if (at === behind.element) break;
      }
      if (color.alpha <= 0.02 && fill.alpha <= 0.02) return true;
      if (behind.element === element) return true;
      // What stands between the text and the background is none of its ancestors.
      const root = behind.element ?? documentElement(context.document);
      for (const other of painted(root, context)) {
        if (other.element.contains(element) || element.contains(other.element)) continue;
        if (x >= other.rect.left && x <= other.rect.right && y >= other.rect.top && y <= other.rect.bottom) return false;
      }
      return true;
    }

    function isPainted({ content, backgroundColor, backgroundImage }) {
      return content !== 'none' && content !== 'normal' && (backgroundImage !== 'none' || (parseColor(backgroundColor)?.alpha ?? 1) > 0);
    }

    /** What paints something in an element, found once. */
    function painted(root, context) {
      context.painted ??= new Map();
      let list = context.painted.get(root);
      if (!list) {
        list = [];
        for (const element of root.querySelectorAll('*')) {
          const style = context.window.getComputedStyle(element);
          const paints =
            /^(?:img|video|canvas|svg|iframe|object|embed|picture)$/.test(localName(element)) ||
            style.backgroundImage !== 'none' ||
            (parseColor(style.backgroundColor)?.alpha ?? 1) > 0;
          if (paints) list.push({ element, rect: boundingRect(element) });
        }
        context.painted.set(root, list);
      }
      return list;
    }

    /** The opaque colour behind an element; null where it is not one colour. */
    function background(element, context) {
      const { backgrounds } = context;
      const chain = [];
      let found;
      for (let at = element; found === undefined; at = flatParent(at)) {
        if (!at || nodeType(at) !== 1) {
          // The canvas is white.
          found = context.host ? null : { key: '255,255,255', element: null };
          break;
        }
        found = backgrounds.get(at);
        if (found !== undefined) break;
        chain.push(at);
        const style = context.window.getComputedStyle(at);
        const color = parseColor(style.backgroundColor);
        if (!color || style.backgroundImage !== 'none') found = null;
        else if (color.alpha === 1) found = { key: color.key, element: at };
        else if (color.alpha > 0) found = null;
      }
      for (const at of chain) backgrounds.set(at, found);
      return found;
    }

    /** Whether an element acts, as far as only a browser knows. */
    function behave(element, local, level, state, above, fact) {
      const { context } = level;
      const isControl = CONTROLS.has(local) || local === 'label' || local === 'option' || (local === 'a' && getAttribute(element, 'href') !== null);
      if (context.laid && !state.dead && !state.boxless && local !== 'br') {
        const points = context.window.getComputedStyle(element).cursor === 'pointer';
        if (points && !above.pointer && !above.control && !isControl) fact.pointer = true;
        state.pointer = points;
      }
      if (isControl) state.control = true;
      if (listening.has(element) || HANDLERS.some((handler) => element[handler] && getAttribute(element, handler) === null)) fact.listener = true;
      if (state.hidden || state.folded || state.boxless || !context.laid) return;
      const role = getAttribute(element, 'role');
      const acts =
        fact.pointer ||
        fact.listener ||
        (isControl && local !== 'label' && local !== 'option' && element.type !== 'hidden') ||
        (role !== null && ROLES.has(role.trim().toLowerCase().split(/\s+/)[0])) ||
        getAttribute(element, 'onclick') !== null ||
        parseInt(getAttribute(element, 'tabindex') ?? '-1', 10) >= 0 ||
        element.isContentEditable;
      if (acts) targets.push({ element, fact, context, rect: state.rect ?? boundingRect(element) });
    }

    /** A frame: what it holds where that can be read, else why not. */
    function frame(element, index, level, fact, state) {
      const { context } = level;
      let inner = null;
      try {
        inner = element.contentDocument;
      } catch {
        inner = null;
      }
      if (!inner || !documentElement(inner)) {
        fact.frame = 'cross-origin';
        return;
      }
      const url = inner.URL.split('#')[0];
      const isOwn = !/^about:/.test(url);
      if (context.level >= MAX_FRAME_DEPTH) fact.frame = 'depth';
      else if (isOwn && context.urls.includes(url)) fact.frame = 'cycle';
      if (fact.frame) return;
      const rect = boundingRect(element);
      const outer = context.origin ?? { x: 0, y: 0, clip: { left: 0, top: 0, right: context.width, bottom: context.height } };
      const own = contextOf(inner, context.level + 1, isOwn ? [...context.urls, url] : context.urls, element);
      own.outer = context;
      const x = outer.x + rect.left + element.clientLeft;
      const y = outer.y + rect.top + element.clientTop;
      own.origin = {
        x,
        y,
        clip: {
          left: Math.max(outer.clip.left, x),
          top: Math.max(outer.clip.top, y),
          right: Math.min(outer.clip.right, x + element.clientWidth),
          bottom: Math.min(outer.clip.bottom, y + element.clientHeight),
        },
      };
      const page = push(own.laid ? `[${index},9` : `[${index},9,true`, null);
      const inside = { ...VISIBLE_STATE, hidden: state.hidden, dead: state.dead, reason: state.reason };
      levels.push({ next: documentElement(inner), index: page, state: inside, context: own, rare: own.rare, mode: 'html' });
    }

    function contextOf(...given) {
      return context(...given);
    }

    /** Where the targets are: in sight, scrolled away, or under something. */
    function locate() {
      let tests = 0;
      for (const { element, fact, context, rect } of targets) {
        if (rect.width === 0 || rect.height === 0) continue;
        const origin = context.origin ?? { x: 0, y: 0, clip: { left: 0, top: 0, right: context.width, bottom: context.height } };
        const box = { left: rect.left + origin.x, top: rect.top + origin.y, right: rect.right + origin.x, bottom: rect.bottom + origin.y };
        const away = outside(box, origin.clip);
        if (away) {
          fact.offscreen = away;
        } else if (++tests <= MAX_HIT_TESTS && !isHit(element, rect, context, origin)) {
          const scrolled = scrolledAway(element, rect, context);
          if (scrolled) fact.offscreen = scrolled;
          else fact.covered = true;
        }
      }
    }

    function outside(box, clip) {
      if (box.top >= clip.bottom) return ['below', Math.round(box.top - clip.bottom)];
      if (box.bottom <= clip.top) return ['above', Math.round(clip.top - box.bottom)];
      if (box.left >= clip.right) return ['right', Math.round(box.left - clip.right)];
      if (box.right <= clip.left) return ['left', Math.round(clip.left - box.right)];
      return null;
    }

    function scrolledAway(element, rect, context) {
      for (let at = flatParent(element); at && nodeType(at) === 1; at = flatParent(at)) {
        if (context.window.getComputedStyle(at).overflowX === 'visible') continue;
        const away = outside(rect, boundingRect(at));
        if (away) return away;
      }
      return null;
    }

    function hitAt(root, x, y) {
      let hit = root.elementFromPoint(x, y);
      while (hit) {
        const inner = shadowRoot(hit) ?? closed.get(hit);
        const deeper = inner?.elementFromPoint(x, y);
        if (!deeper || deeper === hit) return hit;
        hit = deeper;
      }
      return null;
    }

    function holds(element, inner) {
      for (let at = inner; at; at = flatParent(at)) if (at === element) return true;
      return false;
    }

    /** Whether a click somewhere on an element meets it. */
    function isHit(element, rect, context, origin) {
      const area = element.getClientRects().length > 1 ? [...element.getClientRects()].find(({ width, height }) => width && height) ?? rect : rect;
      const left = Math.max(area.left, origin.clip.left - origin.x);
      const right = Math.min(area.right, origin.clip.right - origin.x);
      const top = Math.max(area.top, origin.clip.top - origin.y);
      const bottom = Math.min(area.bottom, origin.clip.bottom - origin.y);
      const labels = element.labels ? [...element.labels] : [];
      for (const [across, down] of [[0.5, 0.5], [0.1, 0.1], [0.9, 0.9], [0.1, 0.9], [0.9, 0.1]]) {
        const x = left + (right - left) * across;
        const y = top + (bottom - top) * down;
        const hit = hitAt(context.document, x, y);
        // Nothing there that takes clicks, or what is around it: not covered.
        if (!hit || holds(element, hit) || holds(hit, element)) return reaches(context, x, y);
        if (labels.some((label) => holds(label, hit))) return true;
      }
      return false;
    }

    /** Whether nothing lies over the frames that a point is in. */
    function reaches(context, x, y) {
      for (let at = context; at.host; at = at.outer) {
        const { host, origin } = at;
        const outer = at.outer ?? top;
        const shift = outer.origin ?? { x: 0, y: 0 };
        [x, y] = [x + origin.x - shift.x, y + origin.y - shift.y];
        const hit = hitAt(outer.document, x, y);
        if (hit && !holds(host, hit) && !holds(hit, host)) return false;
        if (!at.outer) break;
      }
      return true;
    }

    if (top.laid) locate();

    const modal = modals.length ? modals[modals.length - 1].index : null;

    let list = '';
    for (let at = 0; at < heads.length; at++) {
      const fact = facts[at];
      let written = '';
      if (fact) for (const key in fact) written += `${written ? ',' : ''}"${key}":${value(fact[key])}`;
      list += `${at ? ',\n' : ''}${heads[at]}${written ? `,{${written}}` : ''}]`;
    }
    function value(of) {
      if (typeof of === 'string') return json(of);
      return Array.isArray(of) ? `["${of[0]}",${of[1]}]` : String(of);
    }
    const viewport = `{"x":${Math.round(top.x)},"y":${Math.round(top.y)},"width":${top.width},"height":${top.height},"pageWidth":${top.pageWidth},"pageHeight":${top.pageHeight}}`;
    return (
      `{"version":${VERSION},"capturer":${json(capturerId)},"url":${json(location.href)},"viewport":${viewport},` +
      `${modal === null ? '' : `"modal":${modal},`}${cut ? '"cut":true,' : ''}` +
      `"names":[${[...names.keys()].map(json).join(',')}],"nodes":[${list}]}`
    );
  }

  return {
    /** What references are of, in a capture and in Target.reference. */
    id: capturerId,
    /** Reads the page as it is now; gives JSON. */
    capture,
    /** The element of a reference; null where it is gone. */
    element: (ref) => elements.get(ref)?.deref() ?? null,
    /** The reference of an element, the one that it will have in captures. */
    ref: refOf,
  };
})
