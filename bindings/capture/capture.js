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
  const SVG = 'http://www.w3.org/2000/svg';
  const MATH = 'http://www.w3.org/1998/Math/MathML';
  const SPACES = new Map([
    [SVG, 'svg '],
    [MATH, 'math '],
    ['http://www.w3.org/1999/xlink', 'xlink '],
    ['http://www.w3.org/XML/1998/namespace', 'xml '],
  ]);

  const words = (text) => new Set(text.split(' '));
  /** Elements whose content no snapshot holds. */
  const SILENT = words('script style link meta noscript noframes noembed template base');
  /** Of an svg only these can matter. */
  const IN_SVG = words('svg g a text tspan textPath title desc switch foreignObject');
  /** Browsers give these no box, and yet they say something. */
  const BOXLESS = words('area map datalist rp option optgroup param source track wbr col colgroup frame frameset');
  const PAINTING = words('img video canvas svg iframe object embed input button select textarea');
  const ROLES = words(
    'button checkbox combobox link listbox menuitem menuitemcheckbox menuitemradio option radio searchbox slider ' +
      'spinbutton switch tab textbox treeitem gridcell row',
  );
  const CONTROLS = words('button select textarea summary input');
  const FIELDS = words('input select textarea');
  const LABELLED = words('input select textarea button meter progress output');
  /** Inputs whose value is not what a user typed or chose. */
  const VALUELESS = words('checkbox radio submit reset button image hidden');
  /** Inputs that are often made transparent over something that looks better. */
  const CHOICES = words('checkbox radio file range');
  /** Where on a target it is looked for, as shares of its box. */
  const POINTS = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.9], [0.1, 0.9], [0.9, 0.1]];

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
  const scrollWidth = getter(Element.prototype, 'scrollWidth');
  const scrollHeight = getter(Element.prototype, 'scrollHeight');
  const clientWidth = getter(Element.prototype, 'clientWidth');
  const clientHeight = getter(Element.prototype, 'clientHeight');
  const innerText = getter(HTMLElement.prototype, 'innerText');
  const bodyOf = getter(Document.prototype, 'body');
  const viewOf = getter(Document.prototype, 'defaultView');
  const scrollerOf = getter(Document.prototype, 'scrollingElement');
  const method = (prototype, name) => {
    const { [name]: own } = prototype;
    return (object, ...given) => own.apply(object, given);
  };
  const getAttribute = method(Element.prototype, 'getAttribute');
  const boundingRect = method(Element.prototype, 'getBoundingClientRect');
  const clientRects = method(Element.prototype, 'getClientRects');
  const contains = method(Node.prototype, 'contains');
  /** What a document has as a shadow root has it. */
  const ofTree = (inDocument, inRoot) => (tree, ...given) => (nodeType(tree) === 9 ? inDocument : inRoot)(tree, ...given);
  const styleSheetsOf = ofTree(getter(Document.prototype, 'styleSheets'), getter(ShadowRoot.prototype, 'styleSheets'));
  const adoptedOf = ofTree(getter(Document.prototype, 'adoptedStyleSheets'), getter(ShadowRoot.prototype, 'adoptedStyleSheets'));
  const findAll = ofTree(method(Document.prototype, 'querySelectorAll'), method(DocumentFragment.prototype, 'querySelectorAll'));
  const elementAt = ofTree(method(Document.prototype, 'elementFromPoint'), method(ShadowRoot.prototype, 'elementFromPoint'));
  const HANDLERS = ['onclick', 'onmousedown', 'onmouseup', 'onpointerdown', 'onpointerup'].map((name) => ({
    name,
    of: getter(HTMLElement.prototype, name),
  }));
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

  // What is asked of an element's style is asked where a rule may have set it; all else inherits, or is as browsers have it.
  const INTERESTS = new Map();
  const interest = (group, properties, matters = null) => {
    for (const property of properties.split(' ')) INTERESTS.set(property, { group, matters });
  };
  const not = (...values) => (value) => !values.includes(value);
  const negative = (value) => value === '' || /^(?:-|calc|var|min|max|clamp)/.test(value);
  interest('hides', 'display', not('block', 'inline', 'flex', 'grid', 'inline-block', 'inline-flex', 'list-item', 'table', 'table-cell', 'table-row'));
  interest('hides', 'visibility', not('visible'));
  interest('hides', 'opacity', not('1'));
  interest('hides', 'content-visibility all animation-name');
  interest('boxes', 'position', not('static', 'sticky'));
  interest('boxes', 'overflow-x overflow-y overflow', not('visible'));
  interest('boxes', 'transform translate scale', not('none'));
  interest('boxes', 'margin-left margin-top margin-inline-start margin-block-start', negative);
  interest('cursor', 'cursor');
  interest('color', 'color -webkit-text-fill-color');
  interest('paint', 'background-color', not('transparent'));
  interest('paint', 'background-image', not('none', 'initial'));
  interest('clip', 'clip clip-path', not('auto', 'none'));
  interest('indent', 'text-indent', negative);
  interest('small', 'font-size', (value) => !/^(?:[1-9]|0?\.[1-9]|[a-z]+$)/.test(value));
  const GROUPS = ['hides', 'boxes', 'cursor', 'color', 'paint', 'clip', 'indent', 'small', 'before', 'after'];
  /** Elements that browsers style themselves, or that have attributes for it. */
  const OWN_STYLE = {
    hides: 'dialog,details,[hidden],[popover],[style]',
    boxes: 'input,[style]',
    cursor: '[style]',
    color: 'a,button,input,select,textarea,option,mark,table,font,body,dialog,[popover],[style]',
    paint: 'button,input,select,textarea,option,mark,dialog,[popover],[bgcolor],[background],[style],progress,meter,fieldset,body,html',
    clip: '[style*="clip"]',
    indent: '[style*="indent"]',
    small: '[style*="font"]',
    before: '',
    after: '',
  };
  /** With more selectors it is faster to ask every element. */
  const MAX_SELECTORS = 48;
  /** Asks every element. */
  const EVERY = { has: () => true };

  /** Which elements of a tree rules may have styled, by what is asked of them. */
  function styled(root) {
    const selectors = Object.fromEntries(GROUPS.map((group) => [group, new Set()]));
    const left = [];
    let known = nodeType(root) === 9;
    const open = (sheet) => {
      try {
        if (!sheet.disabled) left.push(sheet.cssRules);
      } catch {
        known = false;
      }
    };
    for (const sheet of styleSheetsOf(root)) open(sheet);
    for (const sheet of adoptedOf(root)) open(sheet);
    while (left.length && known) {
      for (const rule of left.pop()) {
        if (rule.styleSheet) open(rule.styleSheet);
        const { style, selectorText, cssRules } = rule;
        if (cssRules?.length) {
          // Nested rules are relative to those around them.
          if (selectorText !== undefined) known = false;
          else left.push(cssRules);
        }
        if (!style || !selectorText) continue;
        for (let at = 0; at < style.length; at++) {
          const property = style[at];
          if (property === 'content') {
            for (const part of selectorText.split(/,(?![^(]*\))/)) {
              const which = /::?(before|after)\b.*$/.exec(part);
              if (which) selectors[which[1]].add(part.slice(0, which.index).trim() || '*');
            }
            continue;
          }
          const found = INTERESTS.get(property);
          if (found && (!found.matters || found.matters(style.getPropertyValue(property)))) selectors[found.group].add(selectorText);
        }
      }
    }
    const reached = {};
    for (const group of GROUPS) {
      reached[group] = EVERY;
      if (!known || selectors[group].size > MAX_SELECTORS) continue;
      const list = [...selectors[group], OWN_STYLE[group]].filter(Boolean).join(',');
      try {
        reached[group] = list ? new Set(findAll(root, list)) : new Set();
      } catch {
        // A selector that only a style sheet may have.
      }
    }
    return reached;
  }
  const UNKNOWN = Object.fromEntries(GROUPS.map((group) => [group, EVERY]));

  const PLAIN = {
    /** Not seen, and why. */
    hidden: false,
    reason: null,
    /** Nothing in it can be seen either. */
    dead: false,
    /** Hides what is in a slot, which itself is in no snapshot. */
    pending: null,
    /** A box of no size that clips what it holds. */
    box: null,
    /** A closed details. */
    folded: null,
    /** Browsers tell no geometry. */
    boxless: false,
    pointer: false,
    /** Inside a link, a button or a label. */
    control: false,
    /** Text may be of size 0. */
    small: false,
    color: null,
    /** The colour behind; null where it is not one for sure. */
    behind: null,
    /** Inside the body. */
    inside: false,
  };
  const derive = (state, changes) => ({ ...state, ...changes });

  const colors = new Map();
  function colorOf(text) {
    let color = colors.get(text);
    if (color === undefined) {
      const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
      color = parts ? { key: `${parts[1]},${parts[2]},${parts[3]}`, alpha: parts[4] === undefined ? 1 : Number(parts[4]) } : null;
      if (colors.size > 4096) colors.clear();
      colors.set(text, color);
    }
    return color;
  }

  function capture(given) {
    const { listeners, closedRoots } = given ?? {};
    const listening = new Set(listeners ?? []);
    const closed = new Map();
    for (const root of closedRoots ?? []) closed.set(root.host, root);
    const rootOf = (element) => shadowRoot(element) ?? closed.get(element) ?? null;

    const names = new Map();
    /** Nodes as JSON, but for their facts and the bracket that ends them. */
    const heads = [];
    const facts = [];
    const targets = [];
    const slots = new Map();
    const choices = new Map();
    const modals = [];
    /** Where elements that stay in place are in the list. */
    const indices = new Map();
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

    function push(head) {
      characters += head.length;
      if (characters > MAX_CHARACTERS) cut = true;
      facts.push(null);
      return heads.push(head) - 1;
    }

    function note(index, fact, value) {
      (facts[index] ??= {})[fact] = value;
    }

    function pushText(parent, text, hidden) {
      push(hidden ? `[${parent},3,${json(text)},"${hidden}"` : `[${parent},3,${json(text)}`);
    }

    // ---- Documents -------------------------------------------------------------------------------------------------

    /** What holds for all of a document; `outer` and `host` are those of its frame. */
    function contextOf(document, level, urls, outer, host) {
      const window = viewOf(document);
      const root = documentElement(document);
      const body = bodyOf(document);
      const width = window?.innerWidth ?? 0;
      const height = window?.innerHeight ?? 0;
      const style = (element) => window.getComputedStyle(element);
      let laid = Boolean(window && root && width > 0 && height > 0 && style(root)?.display);
      if (laid && body) {
        // A page that is about to be shown is not one that is hidden.
        const { display, visibility, opacity } = style(body);
        laid = display !== 'none' && visibility === 'visible' && opacity !== '0' && style(root).opacity !== '0';
      }
      const scroller = scrollerOf(document) ?? root;
      const x = window?.scrollX ?? 0;
      const y = window?.scrollY ?? 0;
      const pageWidth = Math.max(scroller ? scrollWidth(scroller) : 0, width);
      const pageHeight = Math.max(scroller ? scrollHeight(scroller) : 0, height);
      const isRtl = laid && style(root).direction === 'rtl';
      const isFixed = laid && [root, body].some((element) => element && /hidden|clip/.test(style(element).overflowX));
      // What can be scrolled to, in coordinates of the viewport.
      const reach = {
        left: (isRtl && !isFixed ? width - pageWidth : 0) - x,
        top: -y,
        right: (isRtl || isFixed ? width : pageWidth) - x,
      };
      const context = { document, window, style, level, urls, outer, host, laid, width, height, x, y, pageWidth, pageHeight, reach };
      context.origin = { x: 0, y: 0, clip: { left: 0, top: 0, right: width, bottom: height } };
      if (outer?.laid) {
        const rect = boundingRect(host);
        const left = outer.origin.x + rect.left + host.clientLeft;
        const top = outer.origin.y + rect.top + host.clientTop;
        const { clip } = outer.origin;
        context.origin = {
          x: left,
          y: top,
          clip: {
            left: Math.max(clip.left, left),
            top: Math.max(clip.top, top),
            right: Math.min(clip.right, left + host.clientWidth),
            bottom: Math.min(clip.bottom, top + host.clientHeight),
          },
        };
      }
      context.painted = null;
      context.rare = laid ? styled(document) : UNKNOWN;
      return context;
    }

    /** Begins to read a document, whose node is in the list. */
    function open(context, parent, state) {
      const index = push(context.laid ? `[${parent},9` : `[${parent},9,true`);
      const isDark = context.laid && context.style(documentElement(context.document)).colorScheme.includes('dark');
      const canvas = context.outer || isDark ? null : { key: '255,255,255', element: null };
      levels.push(levelOf(documentElement(context.document), index, derive(state, { behind: canvas }), context, context.rare));
      return index;
    }

    /** Nodes that are still to be read: `next` and its siblings. */
    function levelOf(next, index, state, context, rare) {
      return { next, index, state, context, rare, mode: '', host: null, slotOf: null, textHidden: undefined, after: '' };
    }

    // ---- Nodes -----------------------------------------------------------------------------------------------------

    /** Of the element that is read: what style sheets put before and behind it, and why its text is not seen. */
    const own = { before: '', after: '', textHidden: undefined };

    function visitText(node, level) {
      if (level.mode === 'head') return;
      const content = data(node);
      if (content === '') return;
      let { textHidden } = level;
      if (level.host) {
        const slot = textSlot(node) ?? level.slotOf?.('');
        textHidden = (slot && slots.get(slot)?.pending) ?? undefined;
      } else if (level.state.pending) {
        textHidden = level.state.pending;
      }
      pushText(level.index, content, textHidden);
    }

    function visit(element, level) {
      const { context, rare } = level;
      const local = localName(element);
      const space = namespaceURI(element);
      const isHtml = space === HTML;
      let { mode } = level;
      const isSvg = space === SVG;
      if ((isHtml && SILENT.has(local)) || (isSvg && !IN_SVG.has(local)) || (mode === 'head' && local !== 'title')) {
        // Selectors must not meet an id of theirs.
        const id = getAttribute(element, 'id');
        if (isHtml && local === 'base' && getAttribute(element, 'href') !== null) {
          push(`[${level.index},1,${name('base')},[${name('href')},${json(element.href)}],0`);
        } else if (id || (isHtml && mode !== 'head')) {
          push(`[${level.index},1,${name(qualified(local, space))},[${id ? `${name('id')},${json(id)}` : ''}],0`);
        }
        return;
      }

      const secret = isHtml && FIELDS.has(local) && isSecret(element, local);
      const index = push(
        `[${level.index},1,${name(qualified(local, space))},[${attributes(element, secret)}],${refOf(element)}`,
      );
      if (isHtml && (FIELDS.has(local) || local === 'option')) readField(element, local, secret, index);

      // How it is shown, from what it stands in as it is shown on.
      let above = level.state;
      if (level.host) {
        const slot = assignedSlot(element) ?? level.slotOf?.(getAttribute(element, 'slot') ?? '');
        above = (slot && slots.get(slot)) ?? above;
      }
      own.before = own.after = '';
      own.textHidden = undefined;
      let state = above;
      if (local === 'head' && isHtml) mode = 'head';
      else if (mode === '' && context.laid) {
        if (above.inside) state = judge(element, local, isHtml, above, level, index);
        else state = judgeRoot(element, local, above, level);
      } else if (!above.inside && (local === 'body' || local === 'frameset')) {
        state = derive(above, { inside: true });
      }
      if (isHtml && above.inside) state = behave(element, local, level, state, above, index);
      if (isSvg || space === MATH) mode = 'foreign';
      if (isSvg && local === 'foreignObject') mode = '';

      if (isHtml) {
        if (local === 'dialog' && !state.hidden && element.matches(':modal')) modals.push({ element, index });
        if (local === 'iframe' || local === 'frame') return visitFrame(element, index, context, state);
        if (local === 'textarea') {
          if (!secret && element.value !== '') pushText(index, element.value);
          return;
        }
        if (local === 'slot') {
          if (state.hidden && !above.hidden) state = derive(above, { pending: state.reason });
          slots.set(element, state);
        }
      }
      const root = isHtml ? rootOf(element) : null;
      const first = firstChild(element);
      const { before, after, textHidden } = own;
      if (root) {
        const inner = push(`[${index},11`);
        const light = levelOf(first, index, state, context, UNKNOWN);
        light.host = element;
        light.slotOf = (wanted) => [...findAll(root, 'slot')].find((slot) => (slot.getAttribute('name') ?? '') === wanted) ?? null;
        levels.push(light);
        if (before) pushText(inner, before);
        const shadow = levelOf(firstChild(root), inner, state, context, UNKNOWN);
        shadow.after = after;
        levels.push(shadow);
        return;
      }
      if (before) pushText(index, before);
      if (!first && !after) return;
      const inside = levelOf(first, index, state, context, rare);
      inside.mode = mode;
      inside.textHidden = textHidden;
      inside.after = after;
      levels.push(inside);
    }

    function qualified(local, space) {
      return space === HTML || space === null ? local : (SPACES.get(space) ?? '') + local;
    }

    function attributes(element, secret) {
      const list = attributesOf(element);
      let written = '';
      for (let at = 0; at < list.length; at++) {
        const attribute = list[at];
        const space = attribute.namespaceURI;
        const title = space === null ? attribute.name : (SPACES.get(space) ?? '') + attribute.localName;
        if (title === 'srcdoc') continue;
        let { value } = attribute;
        if (secret && title === 'value') value = '';
        if (value.length > 512) {
          if (value.length > MAX_VALUE) value = value.slice(0, MAX_VALUE);
          // Of a payload its media type is all that counts.
          if (/^\s*data:/i.test(value)) value = value.slice(0, 128);
        }
        written += at && written ? `,${name(title)},${json(value)}` : `${name(title)},${json(value)}`;
      }
      return written;
    }

    /** What was typed, ticked and chosen. */
    function readField(element, local, secret, index) {
      if (secret) {
        note(index, 'filled', local === 'select' ? element.selectedIndex > 0 : element.value !== '');
      } else if (local === 'input') {
        const { type } = element;
        if (type === 'checkbox' || type === 'radio') {
          if (element.checked !== (getAttribute(element, 'checked') !== null)) note(index, 'checked', element.checked);
          if (element.indeterminate) note(index, 'indeterminate', true);
        } else if (type === 'file') {
          note(index, 'value', Array.from(element.files ?? [], (file) => file.name).join(', '));
        } else if (!VALUELESS.has(type)) {
          const { value } = element;
          if (value !== (getAttribute(element, 'value') ?? '')) note(index, 'value', value.slice(0, MAX_VALUE));
        }
      } else if (local === 'option') {
        const list = element.closest('select');
        if (!list || isDefault(list)) return;
        const selected = element.selected && !isSecret(list, 'select');
        if (selected || getAttribute(element, 'selected') !== null) note(index, 'selected', selected);
      }
    }

    /** Whether a list has chosen what its markup says, so that there is nothing to tell. */
    function isDefault(list) {
      let is = choices.get(list);
      if (is === undefined) {
        const options = [...list.options];
        if (isSecret(list, 'select')) is = false;
        else if (list.multiple) is = options.every((option) => option.selected === option.defaultSelected);
        else {
          const said = options.filter((option) => option.defaultSelected);
          const isEnabled = (option) => !option.disabled && !(option.parentNode.localName === 'optgroup' && option.parentNode.disabled);
          const first = list.size > 1 ? undefined : options.find(isEnabled);
          is = (said.at(-1) ?? first) === options[list.selectedIndex];
        }
        choices.set(list, is);
      }
      return is;
    }

    /** A frame: what it holds where that can be read, else why not. */
    function visitFrame(element, index, context, state) {
      let inner = null;
      try {
        inner = element.contentDocument;
      } catch {
        // A frame that was taken out while it was read.
      }
      if (!inner || !documentElement(inner)) return note(index, 'frame', 'cross-origin');
      if (!bodyOf(inner)?.firstChild) return note(index, 'frame', 'empty');
      const url = inner.URL.split('#')[0];
      const isOwn = !/^about:/.test(url);
      if (context.level >= MAX_FRAME_DEPTH) return note(index, 'frame', 'depth');
      if (isOwn && context.urls.includes(url)) return note(index, 'frame', 'cycle');
      const urls = isOwn ? [...context.urls, url] : context.urls;
      const { hidden, dead, reason } = state;
      open(contextOf(inner, context.level + 1, urls, context, element), index, derive(PLAIN, { hidden, dead, reason }));
    }

    // ---- What is seen ----------------------------------------------------------------------------------------------

    function judgeRoot(element, local, above, level) {
      const state = derive(above, { inside: local === 'body' || local === 'frameset' });
      const style = level.context.style(element);
      paint(element, state, style);
      readText(element, level, state, style);
      return state;
    }

    /** Whether an element is seen, and why not. */
    function judge(element, local, isHtml, above, level, index) {
      if (above.dead) {
        if (above.reason !== 'opacity' || !isHtml || !isOperable(element, local, level.context)) return above;
        note(index, 'shown', true);
        return derive(above, { hidden: false, dead: false, reason: null });
      }
      if (above.pending) {
        note(index, 'hidden', above.pending);
        return derive(above, { hidden: true, dead: true, reason: above.pending, pending: null });
      }
      if (above.boxless) return above;
      if (isHtml && BOXLESS.has(local)) return derive(above, { boxless: true });
      if (above.folded && !(local === 'summary' && parentNode(element) === above.folded)) return above;

      const { context, rare } = level;
      let style = null;
      const styleOf = () => (style ??= context.style(element));
      let reason = null;
      let dead = true;
      let box = null;
      if (above.hidden || (rare.hides.has(element) && !isVisible(element))) {
        const { display, visibility, opacity } = styleOf();
        // What no slot takes has no style.
        if (display === '') return above;
        if (display === 'none') reason = 'display-none';
        else if (opacity === '0') reason = isHtml && isOperable(element, local, context) ? null : 'opacity';
        else if (visibility !== 'visible') [reason, dead] = ['visibility-hidden', false];
        else if (above.box) [reason, dead] = [escapes(element, above.box, styleOf()) ? null : above.box.reason, false];
        else if (display !== 'contents' && !isVisible(element)) reason = 'content-visibility';
      }
      if (rare.boxes.has(element) && styleOf().position === 'fixed') indices.set(element, index);
      if (!reason && (rare.boxes.has(element) || local === 'iframe')) {
        const rect = boundingRect(element);
        if (rect.width <= 1 || rect.height <= 1) {
          reason = tooSmall(element, local, rect, styleOf());
          if (reason === 'zero-size') {
            dead = false;
            box = { reason, isPositioned: styleOf().position !== 'static' };
          }
        }
        if (!reason && rect.width > 0 && rect.height > 0 && isOffPage(rect, context) && isOutOfReach(element, rect, context, styleOf())) {
          reason = 'off-page';
        }
      }
      if (!reason && rare.clip.has(element) && isClipped(styleOf())) reason = 'clipped';
      if (!reason) dead = false;
      if (reason && !above.hidden) note(index, 'hidden', reason);
      else if (!reason && above.hidden) note(index, 'shown', true);

      let state = above;
      const folded = local === 'details' && isHtml && !element.open ? element : null;
      const boxless = local === 'select' && isHtml;
      const isHidden = reason !== null;
      if (isHidden !== above.hidden || dead || box || folded !== above.folded || boxless || (above.box && !reason)) {
        state = derive(above, { hidden: isHidden, reason, dead, box: reason ? (box ?? above.box) : null, folded, boxless });
      }
      if (isHidden && dead) return state;
      if (rare.hides.has(element) && styleOf().contentVisibility === 'hidden') {
        own.textHidden = 'content-visibility';
        return derive(state, { pending: 'content-visibility' });
      }
      const colored = rare.color.has(element);
      const painted = rare.paint.has(element);
      if (colored || painted) {
        if (state === above) state = derive(above, {});
        if (colored) state.color = colorOf(styleOf().color);
        if (painted) paint(element, state, styleOf());
      }
      if (!isHidden) {
        if (!state.small && rare.small.has(element)) state = derive(state, { small: rare.small !== EVERY });
        readText(element, level, state, style);
      }
      return state;
    }

    function paint(element, state, style) {
      state.color = colorOf(style.color);
      const color = colorOf(style.backgroundColor);
      if (!color || style.backgroundImage !== 'none') state.behind = null;
      else if (color.alpha === 1) state.behind = { key: color.key, element };
      else if (color.alpha > 0) state.behind = null;
    }

    /** Whether it stands outside of a box that hides what it holds. */
    function escapes(element, box, { position }) {
      if (position !== 'fixed' && (position !== 'absolute' || box.isPositioned)) return false;
      const rect = boundingRect(element);
      return rect.width > 1 && rect.height > 1;
    }

    /** A control that is transparent over what stands for it takes clicks all the same. */
    function isOperable(element, local, context) {
      if (local !== 'select') {
        if (local !== 'input') return false;
        if (!CHOICES.has(element.type) && getAttribute(element, 'autocomplete') !== 'one-time-code') return false;
      }
      const rect = boundingRect(element);
      return rect.width >= 5 && rect.height >= 5 && !isOffPage(rect, context) && context.style(element).pointerEvents !== 'none';
    }

    function isOffPage(rect, { reach }) {
      return rect.right <= reach.left || rect.bottom <= reach.top || rect.left >= reach.right;
    }

    /** Whether nothing that scrolls brings it into sight. */
    function isOutOfReach(element, rect, context, { position }) {
      const { height, width } = context;
      const body = bodyOf(context.document);
      const isBeside = ({ right, left }) => right <= 0 || left >= width;
      // A bar that hides while one scrolls is above by no more than itself.
      if (position === 'fixed') return isBeside(rect) || rect.top >= height || rect.bottom < -200;
      for (let at = flatParent(element); at && at !== body; at = flatParent(at)) {
        if (nodeType(at) !== 1) continue;
        const style = context.style(at);
        if (style.overflowX !== 'visible' && (scrollWidth(at) > clientWidth(at) || scrollHeight(at) > clientHeight(at))) return false;
        if (style.position === 'fixed') return isBeside(rect);
      }
      return true;
    }

    function flatParent(node) {
      const slot = nodeType(node) === 1 ? assignedSlot(node) : null;
      if (slot) return slot;
      const parent = parentNode(node);
      return parent && nodeType(parent) === 11 ? (parent.host ?? null) : parent;
    }

    function tooSmall(element, local, rect, { display, overflowX, overflowY, transform }) {
      const isEmpty = rect.width === 0 || rect.height === 0;
      if (local === 'iframe') return isEmpty ? 'zero-size' : 'tiny';
      if (local === 'input') return !isEmpty && rect.width <= 1 && rect.height <= 1 ? 'tiny' : isEmpty && overflowX !== 'visible' ? 'zero-size' : null;
      if (display === 'contents' || display === 'inline' || display.startsWith('table')) return null;
      if (isEmpty && /^matrix\((?:0, 0, |[^,]+, [^,]+, 0, 0,)/.test(transform)) return 'zero-size';
      if ((rect.width === 0 && overflowX !== 'visible') || (rect.height === 0 && overflowY !== 'visible')) {
        return firstChild(element) ? 'zero-size' : null;
      }
      return rect.width <= 1 && rect.height <= 1 && overflowX !== 'visible' && overflowY !== 'visible' ? 'tiny' : null;
    }

    function isClipped({ clip, clipPath, position }) {
      if (clip && clip !== 'auto' && (position === 'absolute' || position === 'fixed')) {
        const [top, right, bottom, left] = (clip.match(/-?[\d.]+/g) ?? []).map(Number);
        if (bottom - top <= 1 || right - left <= 1) return true;
      }
      if (!clipPath || clipPath === 'none') return false;
      const inset = /^inset\(([^)]*?)(?: round [^)]*)?\)/.exec(clipPath);
      if (inset) {
        const values = inset[1].trim().split(/\s+/);
        if (!values.every((value) => value.endsWith('%'))) return false;
        const [top, right = top, bottom = top, left = right] = values.map(parseFloat);
        return top + bottom >= 100 || left + right >= 100;
      }
      if (/^circle\(0(?:px|%)?(?: |\))/.test(clipPath)) return true;
      const polygon = /^polygon\((.*)\)$/.exec(clipPath);
      return Boolean(polygon) && new Set(polygon[1].split(',').map((point) => point.trim())).size < 3;
    }

    // ---- Text ------------------------------------------------------------------------------------------------------

    /** What an element's own text looks like, and what style sheets put before and behind it. */
    function readText(element, level, state, known) {
      const { context, rare } = level;
      for (const which of ['before', 'after']) {
        if (!rare[which].has(element)) continue;
        const { content, display, visibility, opacity } = context.window.getComputedStyle(element, `::${which}`);
        const said = generated(content);
        if (said && display !== 'none' && visibility === 'visible' && opacity !== '0') own[which] = said;
      }
      const { color, behind } = state;
      const isSuspect = color && (color.alpha <= 0.02 || color.key === behind?.key);
      const maySmall = state.small || rare.small.has(element);
      const mayIndent = rare.indent.has(element);
      if (!isSuspect && !maySmall && !mayIndent) return;
      if (!hasText(element)) return;
      const style = known ?? context.style(element);
      if (maySmall && parseFloat(style.fontSize) < 1) own.textHidden = 'font-size';
      else if (mayIndent && parseFloat(style.textIndent) < -500) own.textHidden = 'off-page';
      else if (isSuspect && isUnreadable(element, context, style, state)) own.textHidden = 'same-color';
    }

    function hasText(element) {
      for (let child = firstChild(element); child; child = nextSibling(child)) {
        if (nodeType(child) === 3 && /\S/.test(data(child))) return true;
      }
      return false;
    }

    /** Whether text that seems to have the colour of what is behind it has it for sure. */
    function isUnreadable(element, context, style, { color, behind }) {
      const fill = colorOf(style.webkitTextFillColor);
      const isSame = (one) => one && (one.alpha <= 0.02 || one.key === behind?.key);
      if (!isSame(fill) || style.textShadow !== 'none' || parseFloat(style.webkitTextStrokeWidth) > 0) return false;
      for (let at = element; at && nodeType(at) === 1; at = flatParent(at)) {
        const its = at === element ? style : context.style(at);
        // Text that its background shows through.
        if (its.backgroundClip === 'text' || its.mixBlendMode !== 'normal' || its.filter !== 'none') return false;
        if (at === behind?.element) break;
        const isPainted = (which) => {
          const { content, backgroundColor, backgroundImage } = context.window.getComputedStyle(at, which);
          return content !== 'none' && content !== 'normal' && (backgroundImage !== 'none' || (colorOf(backgroundColor)?.alpha ?? 1) > 0);
        };
        if (isPainted('::before') || isPainted('::after')) return false;
      }
      if (color.alpha <= 0.02 && fill.alpha <= 0.02) return true;
      if (!behind) return false;
      if (behind.element === element) return true;
      // Nothing else is painted between the text and the background.
      const rect = boundingRect(element);
      const meets = (other) => other.left < rect.right && other.right > rect.left && other.top < rect.bottom && other.bottom > rect.top;
      return !paintedIn(context).some(
        (other) =>
          meets(other.rect) && !contains(other.element, element) && !contains(element, other.element) && other.element !== behind.element,
      );
    }

    /** What paints something in a document, found once. */
    function paintedIn(context) {
      if (!context.painted) {
        context.painted = [];
        for (const element of findAll(context.document, 'body *')) {
          let paints = PAINTING.has(localName(element));
          if (!paints && context.rare.paint.has(element)) {
            const style = context.style(element);
            paints = style.backgroundImage !== 'none' || (colorOf(style.backgroundColor)?.alpha ?? 1) > 0;
          }
          if (paints) context.painted.push({ element, rect: boundingRect(element) });
        }
      }
      return context.painted;
    }

    // ---- What acts -------------------------------------------------------------------------------------------------

    /** Whether an element acts, as far as only a browser knows. */
    function behave(element, local, level, state, above, index) {
      const { context, rare } = level;
      const isLink = local === 'a' && getAttribute(element, 'href') !== null;
      const isControl = isLink || CONTROLS.has(local) || local === 'label' || local === 'option';
      let points = isControl ? isLink : above.pointer;
      if (context.laid && !state.dead && !state.boxless && rare.cursor.has(element)) points = context.style(element).cursor === 'pointer';
      const isPointed = points && !above.pointer && !above.control && !isControl;
      if (points !== state.pointer || (isControl && !state.control)) {
        state = derive(state, { pointer: points, control: state.control || isControl });
      }
      const listens =
        listening.has(element) || HANDLERS.some((handler) => handler.of(element) && getAttribute(element, handler.name) === null);
      if (isPointed) note(index, 'pointer', true);
      if (listens) note(index, 'listener', true);
      if (state.hidden || state.folded || state.boxless || !context.laid) {
        if (local !== 'select' || state.hidden) return state;
      }
      const acts =
        isPointed ||
        listens ||
        (isControl && local !== 'label' && local !== 'option' && !(local === 'input' && element.type === 'hidden')) ||
        hasRole(element) ||
        getAttribute(element, 'onclick') !== null ||
        parseInt(getAttribute(element, 'tabindex') ?? '-1', 10) >= 0 ||
        isEditable(element);
      if (acts) targets.push({ element, index, context });
      return state;
    }

    function hasRole(element) {
      const role = getAttribute(element, 'role');
      return role !== null && ROLES.has(role.trim().toLowerCase().split(/\s+/)[0]);
    }

    function isEditable(element) {
      const editable = getAttribute(element, 'contenteditable');
      return editable !== null && editable.trim().toLowerCase() !== 'false';
    }

    // ---- Where targets are -----------------------------------------------------------------------------------------

    /** Whether targets are in sight, scrolled away, or under something. */
    function locate() {
      let tests = 0;
      for (const { element, index, context } of targets) {
        const rect = boundingRect(element);
        if (rect.width === 0 || rect.height === 0) continue;
        const { x, y, clip } = context.origin;
        const away = outside({ left: rect.left + x, top: rect.top + y, right: rect.right + x, bottom: rect.bottom + y }, clip);
        if (away) note(index, 'offscreen', away);
        else if (++tests <= MAX_HIT_TESTS && !isHit(element, rect, context)) {
          const scrolled = scrolledAway(element, rect, context);
          if (scrolled) note(index, 'offscreen', scrolled);
          else note(index, 'covered', true);
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

    /** Where it is outside of a box that scrolls or clips. */
    function scrolledAway(element, rect, context) {
      for (let at = flatParent(element); at && nodeType(at) === 1; at = flatParent(at)) {
        if (context.style(at).overflowX === 'visible') continue;
        const away = outside(rect, boundingRect(at));
        if (away) return away;
      }
      return null;
    }

    function hitAt(tree, x, y) {
      let hit = elementAt(tree, x, y);
      for (;;) {
        const inner = hit && rootOf(hit);
        const deeper = inner && elementAt(inner, x, y);
        if (!deeper || deeper === hit) return hit;
        hit = deeper;
      }
    }

    function holds(element, inner) {
      for (let at = inner; at; at = flatParent(at)) if (at === element) return true;
      return false;
    }

    /** Whether a click somewhere on an element meets it. */
    function isHit(element, whole, context) {
      const lines = clientRects(element);
      const rect = lines.length > 1 ? (Array.from(lines).find(({ width, height }) => width && height) ?? whole) : whole;
      const { x: dx, y: dy, clip } = context.origin;
      const left = Math.max(rect.left, clip.left - dx);
      const right = Math.min(rect.right, clip.right - dx);
      const top = Math.max(rect.top, clip.top - dy);
      const bottom = Math.min(rect.bottom, clip.bottom - dy);
      const labels = LABELLED.has(localName(element)) ? [...(element.labels ?? [])] : [];
      for (const [across, down] of POINTS) {
        const x = left + (right - left) * across;
        const y = top + (bottom - top) * down;
        const hit = hitAt(context.document, x, y);
        // What is around it takes no clicks from it, as where its own box takes none.
        const meets = !hit || holds(element, hit) || holds(hit, element) || labels.some((label) => holds(label, hit));
        if (meets && reaches(context, x, y)) return true;
      }
      return false;
    }

    /** Whether nothing lies over the frames that a point is in. */
    function reaches(context, x, y) {
      for (let at = context; at.outer; at = at.outer) {
        x += at.origin.x - at.outer.origin.x;
        y += at.origin.y - at.outer.origin.y;
        const hit = hitAt(at.outer.document, x, y);
        if (hit && !holds(at.host, hit) && !holds(hit, at.host)) return false;
      }
      return true;
    }

    // ---- What makes all else inert ---------------------------------------------------------------------------------

    /** The dialog that the page waits for: a modal one, else what lies over all of the viewport. */
    function modalOf() {
      const open = modals.filter(({ element }) => element.ownerDocument === page.document);
      if (open.length) {
        const isOnTop = ({ element }) => {
          const { left, right, top, bottom } = boundingRect(element);
          const hit = hitAt(page.document, (left + right) / 2, (top + bottom) / 2);
          return hit !== null && holds(element, hit);
        };
        return (open.findLast(isOnTop) ?? open.at(-1)).index;
      }
      const covers = new Set();
      let whole = false;
      for (const across of [0.05, 0.5, 0.95]) {
        for (const down of [0.05, 0.5, 0.95]) {
          const cover = coverAt(page.width * across, page.height * down);
          if (!cover) return null;
          covers.add(cover);
        }
      }
      let best = null;
      for (const cover of covers) {
        const { left, top, right, bottom } = boundingRect(cover);
        whole ||= left <= 1 && top <= 1 && right >= page.width - 1 && bottom >= page.height - 1;
        const said = innerText(cover).trim().length;
        if (!best || said > best.said) best = { cover, said };
      }
      const index = indices.get(best.cover);
      return whole && best.said > 0 && index !== undefined ? index : null;
    }

    /** The outermost element that stays in place while the page scrolls, at a point; null where there is none. */
    function coverAt(x, y) {
      let cover = null;
      for (let at = hitAt(page.document, x, y); at && at !== bodyOf(page.document); at = flatParent(at)) {
        if (nodeType(at) === 1 && page.style(at).position === 'fixed') cover = at;
      }
      return cover;
    }

    // ---- The capture -----------------------------------------------------------------------------------------------

    /** The innermost is the last. */
    const levels = [];
    const page = contextOf(document, 0, [location.href.split('#')[0]], null, null);
    open(page, -1, PLAIN);
    while (levels.length && !cut) {
      const level = levels[levels.length - 1];
      const node = level.next;
      if (!node) {
        levels.pop();
        if (level.after) pushText(level.index, level.after);
        continue;
      }
      level.next = nextSibling(node);
      const type = nodeType(node);
      if (type === 1) visit(node, level);
      else if (type === 3 || type === 4) visitText(node, level);
    }
    if (page.laid) locate();
    const modal = page.laid ? modalOf() : null;

    const factOf = (value) => (typeof value === 'string' ? json(value) : Array.isArray(value) ? `["${value[0]}",${value[1]}]` : `${value}`);
    const nodes = heads.map((head, at) => {
      const fact = facts[at];
      if (!fact) return `${head}]`;
      // Only elements have facts, and all of them a reference before.
      const written = Object.keys(fact).map((key) => `"${key}":${factOf(fact[key])}`);
      return `${head},{${written.join(',')}}]`;
    });
    const viewport = [
      `"x":${Math.round(page.x)},"y":${Math.round(page.y)},"width":${page.width},"height":${page.height}`,
      `"pageWidth":${page.pageWidth},"pageHeight":${page.pageHeight}`,
    ];
    return (
      `{"version":${VERSION},"capturer":${json(capturerId)},"url":${json(location.href)},"viewport":{${viewport.join(',')}},` +
      `${modal === null ? '' : `"modal":${modal},`}${cut ? '"cut":true,' : ''}` +
      `"names":[${Array.from(names.keys(), json).join(',')}],\n"nodes":[\n${nodes.join(',\n')}\n]}`
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
