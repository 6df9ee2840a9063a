/** JSON of the engine, with its members' names as JavaScript has them; what stands under `state` are names of the page's. */
export function camel<T>(json: string): T {
  return convert(JSON.parse(json)) as T;
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).map(([name, member]) => [
    name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    name === 'state' ? member : convert(member),
  ]);
  return Object.fromEntries(members);
}
