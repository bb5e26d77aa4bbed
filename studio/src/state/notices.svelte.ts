/** Short messages at the edge of the screen: what was done, what was refused and why. */

export interface Notice {
  id: number;
  tone: "info" | "warning";
  words: string;
}

const SECONDS = { info: 4, warning: 9 };

export class Notices {
  list = $state<Notice[]>([]);
  private next = 1;

  tell = (words: string, tone: Notice["tone"] = "info"): void => {
    if (this.list.some((notice) => notice.words === words)) return;
    const notice = { id: this.next++, tone, words };
    this.list.push(notice);
    setTimeout(() => this.dismiss(notice.id), SECONDS[tone] * 1000);
  };

  warn = (words: string): void => this.tell(words, "warning");

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}
