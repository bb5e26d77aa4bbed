import { mount } from "svelte";
import App from "./App.svelte";
import "./style/tokens.css";
import "./style/base.css";
import "./style/controls.css";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no element #app");
target.replaceChildren(); // what was said while it loaded
mount(App, { target });
