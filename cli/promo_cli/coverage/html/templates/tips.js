"use strict";
// Shows what is said of the expression under the pointer, or of the one that has the focus: a tap
// gives it. Without this script the browser shows the titles.
const tip = document.getElementById("tip");
const expressions = [...document.querySelectorAll(".e")];
const unknown = expressions.filter((each) => each.classList.contains("u"));
let shown = null;

for (const each of expressions) {
  each.dataset.tip = each.title;
  each.removeAttribute("title");
}

const hide = () => {
  if (shown) shown.removeAttribute("aria-describedby");
  shown = null;
  tip.hidden = true;
};

const show = (expression) => {
  hide();
  shown = expression;
  shown.setAttribute("aria-describedby", "tip");
  tip.textContent = expression.dataset.tip;
  tip.hidden = false;
  const at = expression.getClientRects()[0];
  const left = Math.min(at.left, document.documentElement.clientWidth - tip.offsetWidth - 8);
  const below = at.bottom + 6;
  const fits = below + tip.offsetHeight < window.innerHeight;
  tip.style.left = `${Math.max(8, left)}px`;
  tip.style.top = `${fits ? below : Math.max(8, at.top - tip.offsetHeight - 6)}px`;
};

const over = (event) => event.target.closest(".e");
const focused = () => document.activeElement.closest(".e");

document.addEventListener("mouseover", (event) => {
  const expression = over(event) || focused();
  if (expression) show(expression);
  else hide();
});
document.addEventListener("focusin", (event) => over(event) && show(over(event)));
document.addEventListener("focusout", hide);
document.addEventListener("scroll", () => shown && show(shown), { capture: true, passive: true });

const go = (step) => {
  const at = unknown.indexOf(focused());
  const next = at < 0 && step < 0 ? unknown.length - 1 : (at + step + unknown.length) % unknown.length;
  unknown[next].focus();
  unknown[next].scrollIntoView({ block: "nearest", inline: "nearest" });
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape") hide();
  if (event.key === "n" && unknown.length) go(1);
  if (event.key === "p" && unknown.length) go(-1);
});
