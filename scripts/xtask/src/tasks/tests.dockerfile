RUN for user in builder player1 player2; do useradd --no-create-home --home-dir /nonexistent "$user"; done
COPY . /tests/
RUN chmod -R go= /tests && /tests/judge --version
