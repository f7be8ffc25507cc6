() => {
    const { text } = Response.prototype;
    const gate = new Promise(done => { window.release = done; });
    window.held = false;
    Response.prototype.text = async function () {
        window.held = true;
        await gate;
        return text.call(this);
    };
}
