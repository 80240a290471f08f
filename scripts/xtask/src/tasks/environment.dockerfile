RUN useradd --create-home agent && chown agent /app
COPY judge example.* ./
RUN install -m 755 judge /usr/local/bin/{{game}}-judge && rm judge && {{game}}-judge --version
USER agent
