/** Tooltips that teach: a title, a sentence, a key. Shown on hover and on keyboard focus, hidden by Escape. */

import type { Attachment } from "svelte/attachments";

export interface Tip {
  title: string;
  words?: string | undefined;
  keys?: string | undefined;
}

const PATIENCE = 450;
let box: HTMLElement | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let owner: Element | null = null;

function bubble(): HTMLElement {
  if (box === null) {
    box = document.createElement("div");
    box.id = "tip";
    box.className = "tip";
    box.setAttribute("role", "tooltip");
    document.body.append(box);
  }
  return box;
}

function line(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = text;
  return element;
}

function show(target: Element, tip: Tip): void {
  const element = bubble();
  (target.closest("dialog") ?? document.body).append(element); // above an open dialog
  element.replaceChildren(line("strong", tip.title));
  if (tip.keys) element.firstElementChild!.append(" ", line("kbd", tip.keys));
  if (tip.words) element.append(line("p", tip.words));
  element.classList.add("shown");
  owner = target;
  const around = target.getBoundingClientRect();
  const own = element.getBoundingClientRect();
  const below = around.bottom + 8 + own.height < innerHeight;
  element.style.top = `${below ? around.bottom + 8 : Math.max(4, around.top - 8 - own.height)}px`;
  element.style.left = `${Math.min(Math.max(6, around.left + around.width / 2 - own.width / 2), innerWidth - own.width - 6)}px`;
}

function hide(): void {
  clearTimeout(timer);
  box?.classList.remove("shown");
  owner = null;
}

export function tip(title: string, words?: string, keys?: string): Attachment<HTMLElement> {
  return (element) => {
    const soon = (event: Event) => {
      if (event.type === "focus" && !element.matches(":focus-visible")) return;
      clearTimeout(timer);
      timer = setTimeout(() => show(element, { title, words, keys }), PATIENCE);
    };
    const key = (event: KeyboardEvent) => event.key === "Escape" && hide();
    element.addEventListener("pointerenter", soon);
    element.addEventListener("focus", soon);
    for (const name of ["pointerleave", "blur", "pointerdown", "click"]) element.addEventListener(name, hide);
    element.addEventListener("keydown", key);
    return () => {
      if (owner === element) hide();
      element.removeEventListener("pointerenter", soon);
      element.removeEventListener("focus", soon);
      for (const name of ["pointerleave", "blur", "pointerdown", "click"]) element.removeEventListener(name, hide);
      element.removeEventListener("keydown", key);
    };
  };
}
