/** What reads a page: bindings/capture, which the build copies beside this as a module. */
export interface Capturer {
  readonly id: string;
  capture(told?: { listeners?: readonly Element[] | undefined; closedRoots?: readonly ShadowRoot[] | undefined }): string;
  element(reference: number): Element | null;
  ref(element: Element): number;
}

declare const createCapturer: (settings?: { id?: string }) => Capturer;
export default createCapturer;
