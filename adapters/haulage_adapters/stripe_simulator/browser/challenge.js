// The cardholder's answer goes to the bank, which is the simulator; the shop's page hears that there is one.
;(() => {
  const intent = location.pathname.split('/').at(-1)
  const buttons = [...document.querySelectorAll('button')]

  async function answer(approved) {
    for (const button of buttons) button.disabled = true
    const response = await fetch(`/simulator/authentications/${intent}`, {
      method: 'POST',
      body: new URLSearchParams({ approved }),
    })
    // An answer that was given elsewhere meanwhile is an answer too.
    if (response.ok || response.status === 400) window.parent.postMessage({ answered: intent }, '*')
    else document.getElementById('fault').textContent = 'Your bank could not be reached.'
  }

  for (const button of buttons) {
    button.addEventListener('click', () => answer(button.dataset.approved))
  }
  buttons[0].focus()
})()
