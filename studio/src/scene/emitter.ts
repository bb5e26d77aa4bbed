/** Typed events. */

export class Emitter<Events> {
  private readonly listeners = new Map<keyof Events, Set<(event: never) => void>>();

  /** Returns the function that stops listening. */
  on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): () => void {
    const found = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, found.add(listener as (event: never) => void));
    return () => void found.delete(listener as (event: never) => void);
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    for (const listener of this.listeners.get(name) ?? []) (listener as (event: Events[Name]) => void)(event);
  }

  clear(): void {
    this.listeners.clear();
  }
}
