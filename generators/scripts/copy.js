// Buttons that copy the text of an element; where the clipboard may not be written, the text is selected instead.
for (const button of document.querySelectorAll("button[data-copy]")) {
  const label = button.textContent;
  button.hidden = false;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    const source = document.getElementById(button.dataset.copy);
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      button.textContent = button.dataset.done;
      setTimeout(() => (button.textContent = label), 2000);
    } catch {
      getSelection().selectAllChildren(source);
    }
  });
}
