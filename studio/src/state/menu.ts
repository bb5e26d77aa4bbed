/** An entry of a menu. `line`: a line stands above it. */
export interface MenuItem {
  title: string;
  keys?: string | undefined;
  note?: string;
  disabled?: boolean;
  run?: () => void;
  line?: boolean;
}
